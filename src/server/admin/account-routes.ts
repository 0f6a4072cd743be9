import type * as z from 'zod/mini'
import {
  mergePreview,
  mergeRequest,
  mergeResponse,
  unconfirmedList,
  unconfirmedRequest,
  userAction,
  userActionResponse,
} from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { UserActions } from './user-actions.ts'
import type { UserMerger } from './user-merger.ts'

type Options = { merger: UserMerger; actions: UserActions }

/** What organisers and admins do with other people's accounts. */
export function addAccountRoutes(server: HttpServer, { merger, actions }: Options): void {
  server.post(routePaths.adminUser, {
    schema: {
      operationId: 'actOnUser',
      summary: 'Resets a password, blocks, unblocks or deletes a user, or ends the role of a power user',
      description:
        'Never an admin; a power user only after the role has ended. A reset returns a link, which works once.',
      errors: ['not-found', 'user-protected'],
      body: userAction,
      response: { 200: userActionResponse },
    },
    handler: async (request) => ({ link: await actions.act(request.body, callerId(request)) }),
  })

  server.get(routePaths.adminUnconfirmed, {
    schema: {
      operationId: 'listUnconfirmed',
      summary: 'The accounts without a confirmed address',
      description: 'Newest first. Where addresses are not confirmed, only those that organisers have let in.',
      response: { 200: unconfirmedList },
    },
    handler: () => actions.listUnconfirmed(),
  })

  server.post(routePaths.adminUnconfirmed, {
    schema: {
      operationId: 'actOnUnconfirmed',
      summary: 'Sends a confirmation again, lets an account in without one, replaces its link, or adds a person',
      description:
        'The account stays unconfirmed. Whoever has been let in or added enters by a link, which works once, within 7 days.',
      errors: ['not-found', 'user-protected'],
      body: unconfirmedRequest,
      response: { 200: userActionResponse },
    },
    handler: async (request) => ({ link: await actions.help(request.body, callerId(request)) }),
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
      return merger.merge(userIds, callerId(request), keptEntries)
    },
  })
}

function toParts(request: z.infer<typeof mergeRequest>) {
  return Array.isArray(request) ? { userIds: request, keptEntries: [] } : request
}
