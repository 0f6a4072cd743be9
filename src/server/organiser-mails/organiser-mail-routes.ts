import * as z from 'zod/mini'
import {
  reminderList,
  reminderRequest,
  remindersResponse,
  resultMails,
  resultMailsResponse,
  withdrawalMailsResponse,
  withdrawals,
} from '#contract/organiser-mail-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { idParameter } from '#contract/values.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Reminders } from './reminders.ts'
import type { ResultMailSender } from './result-mails.ts'
import type { WithdrawalMails } from './withdrawal-mails.ts'

type Options = { reminders: Reminders; withdrawals: WithdrawalMails; results: ResultMailSender }

const params = z.object({ tournamentId: idParameter })

export function addOrganiserMailRoutes(server: HttpServer, { results, ...options }: Options): void {
  addReminderAndWithdrawalRoutes(server, options)
  addResultRoutes(server, results)
}

function addReminderAndWithdrawalRoutes(
  server: HttpServer,
  { reminders, withdrawals: withdrawalMails }: Omit<Options, 'results'>,
): void {
  server.get(
    routePaths.adminReminders,
    {
      schema: {
        operationId: 'listReminders',
        summary: 'People who have signed in but have not entered',
        description: 'With their last reminder.',
        errors: ['not-found'],
        params,
        response: { 200: reminderList },
      },
    },
    async (request) => reminders.list(request.params.tournamentId),
  )

  // docs/rules.md, 9.1.
  server.post(
    routePaths.adminReminders,
    {
      schema: {
        operationId: 'sendReminders',
        summary: 'Sends reminders',
        description: 'At most one per person and day, until the start.',
        errors: ['entries-closed', 'not-found', 'tournament-ended'],
        params,
        body: reminderRequest,
        response: { 200: remindersResponse },
      },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      return { added: await reminders.send(request.params.tournamentId, request.body.userIds, user.id) }
    },
  )

  server.get(
    routePaths.adminWithdrawals,
    {
      schema: {
        operationId: 'findWithdrawals',
        summary: 'Listed golfers who have left the event',
        description: 'Until the start, with the number of entries that picked them.',
        errors: ['not-found'],
        params,
        response: { 200: withdrawals },
      },
    },
    async (request) => withdrawalMails.find(request.params.tournamentId),
  )

  // docs/rules.md, 9.2.
  server.post(
    routePaths.adminWithdrawals,
    {
      schema: {
        operationId: 'sendWithdrawalMails',
        summary: 'Notifies the owners of picks who have left the event',
        description: 'By email, once per golfer, until the start. The body is optional.',
        errors: ['entries-closed', 'feed-unavailable', 'not-found', 'tournament-ended'],
        params,
        body: z.nullish(z.strictObject({})),
        response: { 200: withdrawalMailsResponse },
      },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      return { told: await withdrawalMails.notifyOwners(request.params.tournamentId, user.id) }
    },
  )
}

function addResultRoutes(server: HttpServer, results: ResultMailSender): void {
  // docs/rules.md, 9.4.
  server.get(
    routePaths.adminResultMails,
    {
      schema: {
        operationId: 'previewResultMails',
        summary: 'The emails with the results of a tournament',
        description: 'With the one that `userId` gets, by default the caller.',
        errors: ['not-found'],
        params,
        querystring: z.object({ userId: z.optional(idParameter) }),
        response: { 200: resultMails },
      },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      return results.preview(request.params.tournamentId, request.query.userId ?? user.id)
    },
  )

  // 409 if it has no final places, or without a mail server.
  server.post(
    routePaths.adminResultMails,
    {
      schema: {
        operationId: 'sendResultMails',
        summary: 'Sends every entrant their places and the top ten',
        description: 'Once per tournament, after its end.',
        errors: ['no-mail-server', 'no-results', 'not-found'],
        params,
        body: z.nullish(z.strictObject({})),
        response: { 200: resultMailsResponse },
      },
    },
    async (request) => {
      const { user } = requireSignedIn(request)
      return { added: await results.send(request.params.tournamentId, user.id) }
    },
  )
}
