import type { Ref } from 'react'
import { Link } from 'wouter'
import { toPeopleText } from '#domain/tournament/player-locks.ts'
import { ConflictNotice, FormNotice, RestoredDraftNotice } from '#web/forms/form-notice.tsx'
import type { RosterLocks } from './roster/roster-locks.ts'
import type { TournamentFormState } from './values/tournament-form-state.ts'

type Props = {
  state: Pick<TournamentFormState, 'saved' | 'conflict' | 'restoredFrom'>
  differenceCount: number
  /** Null for a new tournament. */
  locks: RosterLocks | null
  isSaving: boolean
  /** The server has reported that the tournament has ended. */
  isEnded: boolean
  onLoadSaved: () => void
  onOverwrite: () => void
  titleRef: Ref<HTMLParagraphElement>
}

/** Messages about the tournament as a whole, above its fields. */
export function TournamentNotices({ state, locks, isEnded, ...choice }: Props) {
  const { conflict, saved, restoredFrom } = state
  if (isEnded) {
    const toPool = (
      <Link className="button-secondary" to={`/pool/${saved?.id ?? ''}`}>
        View the pool
      </Link>
    )
    return (
      <FormNotice isUrgent titleRef={choice.titleRef} title="The tournament has ended" actions={toPool}>
        It can no longer be changed. The changes shown here exist only on this device.
      </FormNotice>
    )
  }
  if (conflict !== null) {
    return (
      <ConflictNotice title="Changed by someone else" {...choice}>
        The tournament was saved in another tab or by another organiser.
      </ConflictNotice>
    )
  }
  return (
    <>
      {restoredFrom !== null && <RestoredDraftNotice storedAt={restoredFrom} />}
      {locks !== null && locks.entrantCount > 0 && <LockNotice locks={locks} />}
    </>
  )
}

function LockNotice({ locks: { entrantCount, isStarted } }: { locks: RosterLocks }) {
  return isStarted ? (
    <FormNotice title="The tournament has started">
      The start can't be moved later, and golfers who have been picked must stay in their tiers.
    </FormNotice>
  ) : (
    <FormNotice title={`${toPeopleText(entrantCount)} entered`}>
      Golfers in the field must stay in their tiers from now on. You can still change everything else, including their
      order, and add golfers who join the field later.
    </FormNotice>
  )
}
