import * as z from 'zod/mini'
import {
  reminderList,
  reminderRequest,
  remindersResponse,
  withdrawalNoticesResponse,
  withdrawals,
} from '#contract/notifications-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { idParameter } from '#contract/values.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Reminders } from './reminders.ts'
import type { WithdrawalNotifications } from './withdrawal-notifications.ts'

type Options = { reminders: Reminders; withdrawals: WithdrawalNotifications }

const params = z.object({ tournamentId: idParameter })

export function addNotificationRoutes(
  server: HttpServer,
  { reminders, withdrawals: notices }: Options,
): void {
  // Who has signed in and has no entry.
  server.get(
    routePaths.adminReminders,
    { schema: { params, response: { 200: reminderList } } },
    async (request) => reminders.list(request.params.tournamentId),
  )

  // Reminds those who are named, each once a day; 409 when entries are closed.
  server.post(
    routePaths.adminReminders,
    { schema: { params, body: reminderRequest, response: { 200: remindersResponse } } },
    async (request) => {
      const { user } = requireSignedIn(request)
      return { added: await reminders.send(request.params.tournamentId, request.body.userIds, user.id) }
    },
  )

  // Golfers of the lists who have left the event before the start, and how many entries hold them.
  server.get(
    routePaths.adminWithdrawals,
    { schema: { params, response: { 200: withdrawals } } },
    async (request) => notices.find(request.params.tournamentId),
  )

  // Tells their owners by mail, each once; 409 when entries are closed. It needs no body.
  server.post(
    routePaths.adminWithdrawals,
    {
      schema: { params, body: z.nullish(z.strictObject({})), response: { 200: withdrawalNoticesResponse } },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      return { told: await notices.notifyOwners(request.params.tournamentId, user.id) }
    },
  )
}
