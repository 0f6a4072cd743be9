import type { ReminderCandidate, Reminders, Results, Withdrawals } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { adminQuery } from './resource-query.ts'

/** While messages are being sent. */
const pollIntervalMs = 3_000

/** The users without an entry, with the state of each reminder. */
export function remindersQuery(tournamentId: number) {
  return adminQuery<Reminders>(api.adminReminders(tournamentId), {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => (data?.people.some(isQueued) ? pollIntervalMs : false),
  })
}

/** Golfers in the tiers who left the event before its start (docs/rules.md, 9.2). */
export function withdrawalsQuery(tournamentId: number) {
  return adminQuery<Withdrawals>(api.adminWithdrawals(tournamentId), { staleTime: 60_000 })
}

/** Who has got the results (docs/rules.md, 9.4). */
export function resultsQuery(tournamentId: number) {
  return adminQuery<Results>(api.adminResults(tournamentId), {
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => ((data?.sent?.waiting ?? 0) > 0 ? pollIntervalMs : false),
  })
}

function isQueued({ reminder }: ReminderCandidate): boolean {
  return reminder?.state === 'waiting'
}
