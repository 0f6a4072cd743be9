import * as z from 'zod/mini'
import {
  golferWithdrawals,
  messagePreview,
  notifiedPeople,
  organiserMessage,
  reminderRequest,
  reminders,
  results,
  startMovePreview,
  startMoveQuery,
} from '#contract/organiser-message-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import type { GolferWithdrawalMessages } from './golfer-withdrawals.ts'
import type { Messages } from './messages.ts'
import type { Reminders } from './reminders.ts'
import type { Results } from './results.ts'
import type { StartPreviews } from './start-preview.ts'

type Services = {
  messages: Messages
  reminders: Reminders
  withdrawals: GolferWithdrawalMessages
  results: Results
  starts: StartPreviews
}

const noBody = z.nullish(z.strictObject({}))

/** The messages that an organiser sends now. Everyone gets them through the channel they have chosen (docs/rules.md, 9). */
export function addOrganiserMessageRoutes(server: HttpServer, services: Services): void {
  server.get(routePaths.adminReminders, {
    schema: {
      operationId: 'listReminders',
      summary: 'People who have signed in but have not entered',
      description: 'With their last reminder, and the email.',
      params: tournamentParams,
      response: { 200: reminders },
    },
    handler: async (request) => services.reminders.list(request.params.tournamentId),
  })

  // docs/rules.md, 9.1.
  server.post(routePaths.adminReminders, {
    schema: {
      operationId: 'sendReminders',
      summary: 'Sends reminders',
      description: 'At most one per person and day, automatic ones included, until the start.',
      errors: ['entries-closed', 'tournament-ended'],
      params: tournamentParams,
      body: reminderRequest,
      response: { 200: notifiedPeople },
    },
    handler: async (request) =>
      services.reminders.send(request.params.tournamentId, request.body.userIds, callerId(request)),
  })

  server.get(routePaths.adminMessage, {
    schema: {
      operationId: 'previewMessage',
      summary: 'How many people a message would reach',
      params: tournamentParams,
      response: { 200: messagePreview },
    },
    handler: async (request) => services.messages.preview(request.params.tournamentId, callerId(request)),
  })

  // docs/rules.md, 9.8.
  server.post(routePaths.adminMessage, {
    schema: {
      operationId: 'sendMessage',
      summary: 'Sends a text to many people',
      description: 'The same text reaches nobody twice within a day.',
      errors: ['tournament-imported'],
      params: tournamentParams,
      body: organiserMessage,
      response: { 200: notifiedPeople },
    },
    handler: async (request) => services.messages.send(request.params.tournamentId, request.body, callerId(request)),
  })

  // docs/rules.md, 1.3.
  server.get(routePaths.adminStartMove, {
    schema: {
      operationId: 'previewStartMove',
      summary: 'Whom a new start tells',
      description: 'Everyone who has entered, as they have chosen. Nobody if the start stays or has passed.',
      params: tournamentParams,
      querystring: startMoveQuery,
      response: { 200: startMovePreview },
    },
    handler: async (request) => services.starts.preview(request.params.tournamentId, request.query.start),
  })

  server.get(routePaths.adminWithdrawals, {
    schema: {
      operationId: 'findWithdrawals',
      summary: 'Listed golfers who have left the event',
      description: 'Until the start, with the number of entries that picked them.',
      params: tournamentParams,
      response: { 200: golferWithdrawals },
    },
    handler: async (request) => services.withdrawals.find(request.params.tournamentId),
  })

  // docs/rules.md, 9.2.
  server.post(routePaths.adminWithdrawals, {
    schema: {
      operationId: 'sendWithdrawals',
      summary: 'Notifies the owners of picks who have left the event',
      description: 'Once per golfer, until the start. The number is null in a small pool. The body is optional.',
      errors: ['entries-closed', 'feed-unavailable', 'tournament-ended'],
      params: tournamentParams,
      body: noBody,
      response: { 200: notifiedPeople },
    },
    handler: async (request) => services.withdrawals.send(request.params.tournamentId, callerId(request)),
  })

  // docs/rules.md, 9.4.
  server.get(routePaths.adminResults, {
    schema: {
      operationId: 'previewResults',
      summary: 'Who has got the results of a tournament',
      description: 'With the message.',
      params: tournamentParams,
      response: { 200: results },
    },
    handler: async (request) => services.results.preview(request.params.tournamentId, callerId(request)),
  })

  // 409 if it has no final places, or if only a mail server could reach anybody.
  server.post(routePaths.adminResults, {
    schema: {
      operationId: 'sendResults',
      summary: 'Sends every entrant their places and the top ten',
      description: 'After the end of the tournament, to those who have not got them. Without a mail server: by device.',
      errors: ['no-mail-server', 'no-results'],
      params: tournamentParams,
      body: noBody,
      response: { 200: notifiedPeople },
    },
    handler: async (request) => services.results.send(request.params.tournamentId, callerId(request)),
  })
}
