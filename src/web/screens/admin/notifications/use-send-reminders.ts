import type { ReminderCandidate } from '#contract/notifications-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { sendReminders } from '#web/api/notification-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { formatCount } from '../shared/format-count.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'

/** One request names no more. */
const batchSize = 5_000

/** Sends reminders of a tournament. */
export function useSendReminders(actions: AdminActions, { id: tournamentId }: Pick<TournamentSummary, 'id'>) {
  const client = useApi()

  function remind(key: string, lines: readonly ReminderCandidate[]): Promise<unknown> {
    const userIds = lines.slice(0, batchSize).map(({ id }) => id)
    return actions.run({
      key,
      busyText: 'Sending reminders …',
      work: () => sendReminders(client, tournamentId, userIds),
      failedText: 'There was an error sending the reminders.',
      succeeded: ({ added }) => toResultText(added, lines.length),
    })
  }

  return {
    remindOne: (line: ReminderCandidate) => remind(`remind-${line.id}`, [line]),
    remindAll: (lines: readonly ReminderCandidate[]) => remind('remind-all', lines),
  }
}

function toResultText(added: number, asked: number) {
  if (added === 0) {
    return { text: 'No reminder was sent.', detail: 'They have entered by now, or were reminded today.' }
  }
  const text =
    added === 1 ? '1 reminder is on its way.' : `${formatCount(added, 'reminder')} are on their way.`
  return added === asked
    ? { text }
    : { text, detail: 'The others have entered by now, or were reminded today.' }
}
