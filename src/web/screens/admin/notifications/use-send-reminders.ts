import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { sendReminders } from '#web/api/notification-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { formatCount } from '../shared/format-count.ts'
import { useAdminActions } from '../shared/use-admin-actions.ts'

/** The maximum of the API. */
const maxUserIds = 5_000

/** Sends reminders about a tournament. */
export function useSendReminders({ id: tournamentId }: TournamentSummary) {
  const client = useApi()
  const actions = useAdminActions()

  function remind(key: string, candidates: readonly ReminderCandidate[]): Promise<unknown> {
    const userIds = candidates.slice(0, maxUserIds).map(({ id }) => id)
    return actions.run({
      key,
      busyText: 'Sending reminders…',
      work: () => sendReminders(client, tournamentId, userIds),
      failedText: 'There was an error sending the reminders.',
      succeeded: ({ added }) => toResultText(added, candidates.length),
    })
  }

  return {
    remindOne: (candidate: ReminderCandidate) => remind(`remind-${candidate.id}`, [candidate]),
    remindAll: (candidates: readonly ReminderCandidate[]) => remind('remind-all', candidates),
  }
}

function toResultText(added: number, requested: number) {
  if (added === 0) {
    return { text: 'No reminders were sent.', detail: 'Everyone has entered or was already reminded today.' }
  }
  const text = `${formatCount(added, 'reminder')} ${added === 1 ? 'is' : 'are'} being sent.`
  return added === requested ? { text } : { text, detail: 'The others have entered or were already reminded today.' }
}
