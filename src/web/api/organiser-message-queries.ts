import type { ReminderCandidate, Reminders, Results, Withdrawals } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'

/** While messages are being sent. */
const pollIntervalMs = 3_000

/** The users without an entry, with the state of each reminder. */
export function remindersQuery(client: ApiClient, tournamentId: number) {
  return resourceQuery<Reminders>(client, queryKeys.reminders(tournamentId), api.adminReminders(tournamentId), {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => (data?.people.some(isQueued) ? pollIntervalMs : false),
  })
}

/** Golfers in the tiers who left the event before its start (docs/rules.md, 9.2). */
export function withdrawalsQuery(client: ApiClient, tournamentId: number) {
  return resourceQuery<Withdrawals>(client, queryKeys.withdrawals(tournamentId), api.adminWithdrawals(tournamentId), {
    staleTime: 60_000,
  })
}

/** Who has got the results (docs/rules.md, 9.4). */
export function resultsQuery(client: ApiClient, tournamentId: number) {
  return resourceQuery<Results>(client, queryKeys.adminResults(tournamentId), api.adminResults(tournamentId), {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => ((data?.sent?.waiting ?? 0) > 0 ? pollIntervalMs : false),
  })
}

function isQueued({ reminder }: ReminderCandidate): boolean {
  return reminder?.state === 'waiting'
}
