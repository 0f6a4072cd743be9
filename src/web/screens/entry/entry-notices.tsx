import type { Ref } from 'react'
import { Link } from 'wouter'
import { ConflictNotice, FormNotice, RestoredDraftNotice } from '#web/forms/form-notice.tsx'
import type { EntryFormState } from './form-state/entry-form-state.ts'

type Props = {
  state: Pick<EntryFormState, 'saved' | 'conflict' | 'restoredFrom'>
  differenceCount: number
  isSaving: boolean
  /** The server has reported that the tournament has started. */
  isClosed: boolean
  onLoadSaved: () => void
  onOverwrite: () => void
  titleRef: Ref<HTMLParagraphElement>
}

/** The most urgent message about the entry, above its fields. */
export function EntryNotices({ state, isClosed, ...choice }: Props) {
  const { saved, conflict, restoredFrom } = state
  if (isClosed) {
    const toLeaderboard = (
      <Link className="button-secondary" to="/pool">
        Go to the leaderboard
      </Link>
    )
    return (
      <FormNotice isUrgent titleRef={choice.titleRef} title="Entries are closed" actions={toLeaderboard}>
        The tournament has started. {saved === null ? "You don't have an entry." : 'Your last saved entry counts.'} The
        changes shown here exist only on this device.
      </FormNotice>
    )
  }
  if (conflict !== null) {
    return (
      <ConflictNotice title="A newer version was saved elsewhere" {...choice}>
        This entry was saved in another tab or on another device.
      </ConflictNotice>
    )
  }
  return restoredFrom === null ? null : <RestoredDraftNotice storedAt={restoredFrom} />
}
