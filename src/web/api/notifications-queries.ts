import { queryOptions } from '@tanstack/react-query'
import {
  type ReminderLine,
  reminderList,
  remindersAdded,
  withdrawals,
  withdrawalsTold,
} from '#contract/notifications-contract.ts'
import { api } from '#contract/paths.ts'
import type { ApiClient } from './api-client.ts'
import { withinTime } from './within-time.ts'

/** While mails go out it is asked so often how far they are. */
const watchMs = 3_000

/** Who has not entered, and how far each one's reminder is. */
export function remindersQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: ['admin', 'reminders', tournamentId],
    queryFn: ({ signal }) => client.get(api.adminReminders(tournamentId), reminderList, { signal }),
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => (data?.some(isWaiting) ? watchMs : false),
  })
}

/** Golfers of the lists who have left the event before its start. */
export function withdrawalsQuery(client: ApiClient, tournamentId: number) {
  return queryOptions({
    queryKey: ['admin', 'withdrawals', tournamentId],
    queryFn: ({ signal }) => client.get(api.adminWithdrawals(tournamentId), withdrawals, { signal }),
    staleTime: 60_000,
  })
}

/** Throws an `ApiProblem`. A repeat within the day sends none. */
export function sendReminders(client: ApiClient, tournamentId: number, userIds: readonly number[]) {
  const path = api.adminReminders(tournamentId)
  return withinTime((signal) => client.send('POST', path, { userIds }, remindersAdded, { signal }))
}

/** Throws an `ApiProblem`. A repeat tells nobody twice. */
export function tellWithdrawals(client: ApiClient, tournamentId: number) {
  const path = api.adminWithdrawals(tournamentId)
  return withinTime((signal) => client.send('POST', path, {}, withdrawalsTold, { signal }))
}

function isWaiting({ reminder }: ReminderLine): boolean {
  return reminder?.state === 'waiting'
}
