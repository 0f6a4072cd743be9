import type * as z from 'zod/mini'
import { mergePreview, mergeRequest, mergeResponse } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { UserMerger } from './user-merger.ts'

export function addMergeRoutes(server: HttpServer, { merger }: { merger: UserMerger }): void {
  server.post(routePaths.adminMergePreview, {
    schema: {
      operationId: 'previewMerge',
      summary: 'Previews a merge of users',
      description: 'With what prevents it. 409 if one of the users is already merged.',
      errors: ['users-conflict'],
      body: mergeRequest,
      response: { 200: mergePreview },
    },
    handler: (request) => merger.preview(toParts(request.body).userIds),
  })

  // docs/rules.md, 11.3.
  server.post(routePaths.adminMergeUsers, {
    schema: {
      operationId: 'mergeUsers',
      summary: 'Merges users into the first of them',
      description: 'With a list of users, or with the entries that stay as well. A repeat gets the same response.',
      errors: ['users-conflict'],
      body: mergeRequest,
      response: { 200: mergeResponse },
    },
    handler: (request) => {
      const { userIds, keptEntries } = toParts(request.body)
      return merger.merge(userIds, requireSignedIn(request).user.id, keptEntries)
    },
  })
}

function toParts(request: z.infer<typeof mergeRequest>) {
  return Array.isArray(request) ? { userIds: request, keptEntries: [] } : request
}
