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
import { findFriendGroup, leaveGroup, lockFriendGroup, replaceGroupLink } from '#server/users/friend-group-store.ts'

type Options = { db: Database['db']; now: () => Date }

/** For admins whom a group has sent its link, because somebody is in it who should not be (docs/rules.md, 4.11). */
export function addGroupPeopleRoutes(server: HttpServer, { db, now }: Options): void {
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
      return inRetriedTransaction(db, (trx) => removeFromGroup(trx, request.body, adminId, now()))
    },
  })
}

/** Somebody who has the link but is no friend leaves the group, and the link that they have ends. */
async function removeFromGroup(trx: Db, { code, userId }: FriendGroupRemoval, by: number, now: Date) {
  const id = await lockFriendGroup(trx, { code })
  const group = await findFriendGroup(trx, { code })
  if (id === undefined || group === undefined) throw new Problem('link-ended')
  // A repeat, or they have left meanwhile.
  if (!group.members.some((member) => member.id === userId)) return group
  await leaveGroup(trx, id, userId)
  await replaceGroupLink(trx, id, { code, by, at: now })
  // The log names no group (docs/security.md, 10.10).
  await addAuditEntry(trx, { userId: by, action: 'removed from a group', details: { userId } }, now)
  return (await findFriendGroup(trx, { id })) ?? null
}
