import { queryOptions } from '@tanstack/react-query'
import {
  type ReminderCandidate,
  reminderList,
  remindersResponse,
  withdrawalNoticesResponse,
  withdrawals,
} from '#contract/notifications-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { queryKeys } from './query-keys.ts'
import { withTimeout } from './with-timeout.ts'

/** While mails go out it is asked so often how far they are. */
const pollIntervalMs = 3_000

/** Who has not entered, and how far each one's reminder is. */
export function remindersQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: queryKeys.reminders(tournamentId),
    queryFn: ({ signal }) => client.get(api.adminReminders(tournamentId), reminderList, { signal }),
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => (data?.some(isQueued) ? pollIntervalMs : false),
  })
}

/** Golfers of the lists who have left the event before its start. */
export function withdrawalsQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: queryKeys.withdrawals(tournamentId),
    queryFn: ({ signal }) => client.get(api.adminWithdrawals(tournamentId), withdrawals, { signal }),
    staleTime: 60_000,
  })
}

/** Throws an `ApiProblem`. A repeat within the day sends none. */
export function sendReminders(client: ApiClient, tournamentId: number, userIds: readonly number[]) {
  const path = api.adminReminders(tournamentId)
  return withTimeout((signal) => client.send('POST', path, { userIds }, remindersResponse, { signal }))
}

/** Throws an `ApiProblem`. A repeat tells nobody twice. */
export function sendWithdrawalNotices(client: ApiClient, tournamentId: number) {
  const path = api.adminWithdrawals(tournamentId)
  return withTimeout((signal) => client.send('POST', path, {}, withdrawalNoticesResponse, { signal }))
}

function isQueued({ reminder }: ReminderCandidate): boolean {
  return reminder?.state === 'waiting'
}
