import type { Ref } from 'react'
import { Link } from 'react-router'
import { toPeopleText } from '#domain/player-locks.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { toMoment } from '#web/time/board-time.ts'
import type { RosterLocks } from './roster/roster-locks.ts'
import type { TournamentFormState } from './values/tournament-form-state.ts'
import { listDifferences } from './values/tournament-values.ts'

type Props = {
  state: TournamentFormState
  /** Null for a new one. */
  locks: RosterLocks | null
  isSaving: boolean
  /** The server has said that the tournament has ended. */
  isEnded: boolean
  onLoadTheirs: () => void
  onOverwrite: () => void
  titleRef: Ref<HTMLParagraphElement>
}

/** What stands between the form's head and its fields: what to know before going on. */
export function TournamentNotices(props: Props) {
  const { state, locks, isSaving, isEnded, onLoadTheirs, onOverwrite, titleRef } = props
  const { theirs, saved, values, restoredFrom } = state
  if (isEnded) {
    const toPool = (
      <Link className="button-secondary" to={`/pool/${saved?.id ?? ''}`}>
        See its pool
      </Link>
    )
    return (
      <FormNotice isUrgent titleRef={titleRef} title="The tournament has ended" actions={toPool}>
        It cannot be changed any more. What you see here is kept on this device only.
      </FormNotice>
    )
  }
  if (theirs !== null) {
    const count = listDifferences(values, theirs.values).length
    const choices = (
      <>
        <button type="button" className="button-secondary" onClick={onLoadTheirs}>
          Load the saved tournament
        </button>
        <button type="button" className="button-secondary" disabled={isSaving} onClick={onOverwrite}>
          Save mine over it
        </button>
      </>
    )
    return (
      <FormNotice
        isUrgent
        titleRef={titleRef}
        title="Changed by somebody else in the meantime"
        actions={choices}
      >
        The tournament has been saved in another tab or by another organiser. What you see is yours and not
        saved; it differs in {count} {count === 1 ? 'field' : 'fields'}, marked below.
      </FormNotice>
    )
  }
  return (
    <>
      {restoredFrom !== null && (
        <FormNotice title="Your unsaved changes are back">
          They were kept on this device, {toMoment(restoredFrom, new Date())}.
        </FormNotice>
      )}
      {locks !== null && locks.entrantCount > 0 && <LockNotice locks={locks} />}
    </>
  )
}

function LockNotice({ locks: { entrantCount, isStarted } }: { locks: RosterLocks }) {
  return isStarted ? (
    <FormNotice title="The tournament has started">
      Its start cannot be moved to later, and golfers who were picked stay in their tiers.
    </FormNotice>
  ) : (
    <FormNotice title={`${toPeopleText(entrantCount)} entered`}>
      From the first entry on, golfers of the field stay in their tiers. Their order, golfers who come into
      the field later and everything else can still be changed.
    </FormNotice>
  )
}
