import type { ReminderCandidate, ResultMails, Withdrawals } from '#contract/organiser-mail-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** While emails are being sent. */
const pollIntervalMs = 3_000

/** The users without an entry, with the state of each reminder. */
export function remindersQuery(client: ApiClient, tournamentId: number) {
  return resourceQuery<ReminderCandidate[]>(
    client,
    queryKeys.reminders(tournamentId),
    api.adminReminders(tournamentId),
    {
      staleTime: 10_000,
      refetchInterval: ({ state: { data } }) => (data?.some(isQueued) ? pollIntervalMs : false),
    },
  )
}

/** Golfers in the tiers who left the event before its start (docs/rules.md, 9.2). */
export function withdrawalsQuery(client: ApiClient, tournamentId: number) {
  return resourceQuery<Withdrawals>(client, queryKeys.withdrawals(tournamentId), api.adminWithdrawals(tournamentId), {
    staleTime: 60_000,
  })
}

/** The result emails, with a preview of the one to `userId`, by default the caller (docs/rules.md, 9.4). */
export function resultMailsQuery(client: ApiClient, tournamentId: number, userId?: number) {
  const path = api.adminResultMails(tournamentId, userId)
  return resourceQuery<ResultMails>(client, queryKeys.resultMails(tournamentId, userId), path, {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => ((data?.sent?.waiting ?? 0) > 0 ? pollIntervalMs : false),
  })
}

/** Throws an `ApiProblem`. The results of a tournament are sent once. */
export function sendResultMails(client: ApiClient, tournamentId: number): Promise<{ added: number }> {
  return client.send('POST', api.adminResultMails(tournamentId), {})
}

/** Throws an `ApiProblem`. Nobody gets two reminders on the same day (docs/rules.md, 9.1). */
export function sendReminders(
  client: ApiClient,
  tournamentId: number,
  userIds: readonly number[],
): Promise<{ added: number }> {
  return client.send('POST', api.adminReminders(tournamentId), { userIds })
}

/** Throws an `ApiProblem`. Nobody is notified twice about a golfer (docs/rules.md, 9.2). */
export function sendWithdrawalMails(client: ApiClient, tournamentId: number): Promise<{ told: number | null }> {
  return client.send('POST', api.adminWithdrawals(tournamentId), {})
}

function isQueued({ reminder }: ReminderCandidate): boolean {
  return reminder?.state === 'waiting'
}
