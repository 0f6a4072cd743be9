import type { FastifyRequest } from 'fastify'
import { type EntrySubmission, entrySubmission } from '#contract/entry-contract.ts'
import {
  entrantChange,
  entrantList,
  entrantQuery,
  ownWithdrawal,
  ownWithdrawalChange,
} from '#contract/entry-withdrawal-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { entry } from '#contract/tournament-contract.ts'
import { tournamentParams } from '#contract/values.ts'
import { callerId, requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import { invalidField, Problem } from '../http/problem.ts'
import type { EntryEditor } from './entry-editor.ts'
import type { EntryWithdrawals } from './entry-withdrawals.ts'

const schema = { body: entrySubmission, response: { 200: entry } }
type Options = { editor: EntryEditor; withdrawals: EntryWithdrawals }

export function addEntryRoutes(server: HttpServer, { editor, withdrawals }: Options): void {
  // docs/rules.md, 2.5.
  server.post(routePaths.entrySave, {
    schema: {
      ...schema,
      operationId: 'createEntry',
      summary: 'Creates the caller’s entry',
      description: 'Until the start. A repeat gets the first response.',
      errors: ['entries-closed', 'entry-exists', 'entry-removed', 'entry-sealed', 'forbidden', 'not-found'],
    },
    handler: async (request) => {
      requireOwner(request, request.body)
      if (request.body.id !== 0) throw invalidField('id', 'must be 0 for a new entry')
      return editor.create({ ...request.body, linkUsedAt: requireSignedIn(request).linkUsedAt })
    },
  })

  server.put(routePaths.entrySave, {
    schema: {
      ...schema,
      operationId: 'changeEntry',
      summary: 'Changes the caller’s entry',
      description: 'Until the start. With a version: only if nothing has been saved since it was read.',
      errors: ['entries-closed', 'entry-changed', 'entry-removed', 'entry-sealed', 'forbidden', 'not-found'],
    },
    handler: async (request) => {
      requireOwner(request, request.body)
      return editor.change({ ...request.body, linkUsedAt: requireSignedIn(request).linkUsedAt })
    },
  })

  // docs/rules.md, 2.8.
  server.get(routePaths.entryWithdrawal, {
    schema: {
      operationId: 'getEntryWithdrawal',
      summary: 'The caller’s withdrawn entry',
      description: 'Null if there is none. Without picks.',
      params: tournamentParams,
      response: { 200: ownWithdrawal },
    },
    handler: (request) => withdrawals.findOwn(request.params.tournamentId, callerId(request)),
  })

  server.post(routePaths.entryWithdrawal, {
    schema: {
      operationId: 'withdrawEntry',
      summary: 'Withdraws the caller’s entry, or takes it back',
      description: 'Until the start. A repeat changes nothing.',
      errors: ['entries-closed', 'entry-removed', 'entry-sealed', 'entry-withdrawn', 'forbidden'],
      params: tournamentParams,
      body: ownWithdrawalChange,
      response: { 200: ownWithdrawal },
    },
    handler: (request) => withdrawals.setOwn(request.params.tournamentId, callerId(request), request.body.isWithdrawn),
  })

  server.get(routePaths.adminTournamentUsers, {
    schema: {
      operationId: 'listEntrants',
      summary: 'The users with an entry in a tournament',
      description: 'By name; on request also those whose entry is withdrawn. Never with picks.',
      params: tournamentParams,
      querystring: entrantQuery,
      response: { 200: entrantList },
    },
    handler: (request) => withdrawals.list(request.params.tournamentId, request.query.includeWithdrawn),
  })

  server.post(routePaths.adminTournamentUsers, {
    schema: {
      operationId: 'changeEntrant',
      summary: 'Removes an entry, undoes that, or allows its owner to enter again',
      description: 'Until the tournament ends. A repeat changes nothing.',
      errors: ['entries-closed', 'entry-withdrawn', 'tournament-ended'],
      params: tournamentParams,
      body: entrantChange,
      response: { 200: entrantList },
    },
    handler: (request) => withdrawals.change(request.params.tournamentId, request.body, callerId(request)),
  })
}

/** An entry in another user's name is refused, not silently saved as the caller's (docs/security.md, 10.4). */
function requireOwner(request: FastifyRequest, { userId }: EntrySubmission): void {
  if (callerId(request) !== userId) throw new Problem('forbidden')
}
