import type { Ref } from 'react'
import { Link } from 'react-router'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { toMoment } from '#web/time/board-time.ts'
import type { EntryFormState } from './form-state/entry-form-state.ts'
import { listDifferences } from './form-state/entry-values.ts'

type Props = {
  state: EntryFormState
  isSaving: boolean
  /** The server has said that the tournament has started. */
  isClosed: boolean
  onLoadTheirs: () => void
  onOverwrite: () => void
  titleRef: Ref<HTMLParagraphElement>
}

/** What stands between the form's head and its fields: the one thing to know first. */
export function EntryNotices({ state, isSaving, isClosed, onLoadTheirs, onOverwrite, titleRef }: Props) {
  const { theirs, saved, values, restoredFrom } = state
  if (isClosed) {
    const toLeaderboard = (
      <Link className="button-secondary" to="/pool">
        Go to the leaderboard
      </Link>
    )
    return (
      <FormNotice isUrgent titleRef={titleRef} title="Entries are closed" actions={toLeaderboard}>
        The tournament has started.{' '}
        {saved === null ? 'You have no entry in it.' : 'What you saved before the start counts.'} What you see
        here is kept on this device only.
      </FormNotice>
    )
  }
  if (theirs !== null) {
    const choices = (
      <>
        <button type="button" className="button-secondary" onClick={onLoadTheirs}>
          Load the saved entry
        </button>
        <button type="button" className="button-secondary" disabled={isSaving} onClick={onOverwrite}>
          Save mine over it
        </button>
      </>
    )
    const count = listDifferences(values, theirs.values).length
    return (
      <FormNotice isUrgent titleRef={titleRef} title="Saved theirs in the meantime" actions={choices}>
        This entry has been saved in another tab or on another device. What you see is yours and not saved; it
        differs in {count} {count === 1 ? 'place' : 'places'}, marked below.
      </FormNotice>
    )
  }
  if (restoredFrom === null) return null
  return (
    <FormNotice title="Your unsaved changes are back">
      They were kept on this device, {toMoment(restoredFrom, new Date())}.
    </FormNotice>
  )
}
