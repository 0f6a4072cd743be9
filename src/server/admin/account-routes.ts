import type * as z from 'zod/mini'
import { mergePreview, mergeRequest, mergeResponse, userAction, userActionResponse } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { UserActions } from './user-actions.ts'
import type { UserMerger } from './user-merger.ts'

type Options = { merger: UserMerger; actions: UserActions }

/** What only admins do with other people's accounts. */
export function addAccountRoutes(server: HttpServer, { merger, actions }: Options): void {
  server.post(routePaths.adminUser, {
    schema: {
      operationId: 'actOnUser',
      summary: 'Resets a password, blocks, unblocks or deletes a user',
      description: 'Never an admin or power user. A reset returns a link, which works once.',
      errors: ['not-found', 'user-protected'],
      body: userAction,
      response: { 200: userActionResponse },
    },
    handler: async (request) => ({ link: await actions.act(request.body, requireSignedIn(request).user.id) }),
  })

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
