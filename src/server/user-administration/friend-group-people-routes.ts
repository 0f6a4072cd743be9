import { routePaths } from '#contract/paths.ts'
import {
  type FriendGroupRemoval,
  friendGroupAfterRemoval,
  friendGroupLink,
  friendGroupPeople,
  friendGroupRemoval,
} from '#contract/user-contract.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Database, type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import {
  findFriendGroup,
  leaveFriendGroup,
  lockFriendGroup,
  replaceFriendGroupLink,
} from '#server/users/friend-group-store.ts'

type Options = { db: Database['db']; now: () => Date }

/**
 * The routes with which an admin removes people from a friend group, whose members have sent the admin its link (docs/rules.md,
 * 4.11).
 */
export function addFriendGroupPeopleRoutes(server: HttpServer, { db, now }: Options): void {
  server.post(routePaths.groupPeople, {
    schema: {
      operationId: 'listGroupPeople',
      summary: 'The people of the group that a link leads to',
      description: 'For an admin whom a group has sent its link, to remove somebody.',
      errors: ['link-ended'],
      body: friendGroupLink,
      response: { 200: friendGroupPeople },
    },
    handler: async (request) => {
      const group = await findFriendGroup(db, { code: request.body.code })
      if (group === undefined) throw new Problem('link-ended')
      return group
    },
  })

  server.post(routePaths.groupPeopleRemove, {
    schema: {
      operationId: 'removeFromGroup',
      summary: 'Removes a person from the group that a link leads to',
      description: 'The link is replaced, too, because they have it. The response has the new one.',
      errors: ['link-ended'],
      body: friendGroupRemoval,
      response: { 200: friendGroupAfterRemoval },
    },
    handler: (request) => {
      const adminId = callerId(request)
      return inRetriedTransaction(db, (trx) => removeFromFriendGroup(trx, request.body, adminId, now()))
    },
  })
}

/** Removes a person from the friend group, and replaces the link that the person has. */
async function removeFromFriendGroup(trx: Db, { code, userId }: FriendGroupRemoval, by: number, now: Date) {
  const id = await lockFriendGroup(trx, { code })
  const group = await findFriendGroup(trx, { code })
  if (id === undefined || group === undefined) throw new Problem('link-ended')
  // The request is a repeat, or the person has left meanwhile.
  if (!group.members.some((member) => member.id === userId)) return group
  await leaveFriendGroup(trx, id, userId)
  await replaceFriendGroupLink(trx, id, { code, by, at: now })
  // The log names no group (docs/security.md, 10.10).
  await addAuditEntry(trx, { userId: by, action: 'removed from a group', details: { userId } }, now)
  return (await findFriendGroup(trx, { id })) ?? null
}
