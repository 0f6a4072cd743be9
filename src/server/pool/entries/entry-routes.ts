import type { FastifyRequest } from 'fastify'
import { type EntrySubmission, entrySubmission } from '#contract/entry-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { entry } from '#contract/tournament-contract.ts'
import { callerId, requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { EntryEditor } from './entry-editor.ts'

const schema = { body: entrySubmission, response: { 200: entry } }

export function addEntryRoutes(server: HttpServer, editor: EntryEditor): void {
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
}

/** An entry in another user's name is refused, not silently saved as the caller's (docs/security.md, 10.4). */
function requireOwner(request: FastifyRequest, { userId }: EntrySubmission): void {
  if (callerId(request) !== userId) throw new Problem('forbidden')
}
