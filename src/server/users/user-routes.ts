import { maxGroupMembers, maxGroups, maxRivals } from '#contract/limits.ts'
import { routePaths } from '#contract/paths.ts'
import {
  type FriendGroupAction,
  friendGroupAction,
  friendGroupLink,
  linkedFriendGroup,
  rivalChange,
  user,
} from '#contract/user-contract.ts'
import type { User } from '#domain/permissions.ts'
import { type Database, type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import { followRival, listFollowedRivals, unfollowRival } from './followed-rival-store.ts'
import {
  addFriendGroup,
  addFriendGroupMember,
  findLinkedGroup,
  leaveFriendGroup,
  listFriendGroups,
  lockFriendGroup,
  replaceFriendGroupLink,
} from './friend-group-store.ts'
import { findUser, lockUser } from './user-store.ts'

/** How long every screen says that the account was entered by somebody else's link. */
const linkNoticeMs = 14 * 24 * 60 * 60 * 1000

export function addUserRoutes(server: HttpServer, { db, now }: { db: Database['db']; now: () => Date }): void {
  async function describe(within: Db, user: User) {
    const usedAt = (await findUser(within, user.id))?.linkUsedAt
    const isRecent = usedAt && Date.parse(usedAt) > now().getTime() - linkNoticeMs
    const [rivals, groups] = [await listFollowedRivals(within, user.id), await listFriendGroups(within, user.id)]
    return { ...user, ...(isRecent && { linkUsedAt: usedAt }), rivals, groups }
  }

  server.get(routePaths.user, {
    schema: {
      operationId: 'getUser',
      summary: 'The signed-in user',
      description: 'With their current rights, the players whom they follow, and their groups.',
      response: { 200: user },
    },
    handler: (request) => describe(db, requireSignedIn(request).user),
  })

  // No audit entry and no event, which others could read.
  server.put(routePaths.rivals, {
    schema: {
      operationId: 'changeRival',
      summary: 'Follows a player, or ends it',
      description: 'Only the caller learns of it. A repeat changes nothing.',
      errors: ['not-found'],
      body: rivalChange,
      response: { 200: user },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      const { userId, isRival } = request.body
      if (userId === user.id) throw invalidField('userId', 'must be another player')
      return inRetriedTransaction(db, async (trx) => {
        if (isRival) {
          for (const id of [user.id, userId].toSorted((a, b) => a - b))
            if (!(await lockUser(trx, id))) throw new Problem('not-found')
          await followRival(trx, user.id, userId)
        } else await unfollowRival(trx, user.id, userId)
        const described = await describe(trx, user)
        if (isRival && described.rivals.length > maxRivals)
          throw new Problem('validation-failed', { detail: `You can follow at most ${maxRivals} players.` })
        return described
      })
    },
  })

  server.post(routePaths.groups, {
    schema: {
      operationId: 'actOnGroup',
      summary: 'Makes, joins or leaves a group, or replaces its link',
      description: 'A group without people disappears. A repeat changes nothing.',
      errors: ['group-full', 'link-ended', 'not-found', 'too-many-groups'],
      body: friendGroupAction,
      response: { 200: user },
    },
    handler: (request) => {
      const { user } = requireSignedIn(request)
      return inRetriedTransaction(db, async (trx) => {
        if (!(await lockUser(trx, user.id))) throw new Problem('not-found')
        await actOnFriendGroup(trx, user.id, request.body, now())
        return describe(trx, user)
      })
    },
  })

  server.post(routePaths.groupLink, {
    schema: {
      operationId: 'getLinkedGroup',
      summary: 'The group that a link leads to',
      description: 'Its name and how many people are in it, never who.',
      errors: ['link-ended'],
      body: friendGroupLink,
      response: { 200: linkedFriendGroup },
    },
    handler: async (request) => {
      const group = await findLinkedGroup(db, request.body.code)
      if (group === undefined) throw new Problem('link-ended')
      return group
    },
  })
}

/** Makes, joins or leaves a friend group, or replaces its link (docs/rules.md, 4.11). The caller has locked the user. */
async function actOnFriendGroup(trx: Db, userId: number, action: FriendGroupAction, now: Date): Promise<void> {
  if (action.action === 'leave') return leaveFriendGroup(trx, action.id, userId)
  const own = await listFriendGroups(trx, userId)
  if (action.action === 'replaceLink') {
    if (own.some(({ id }) => id === action.id))
      await replaceFriendGroupLink(trx, action.id, { code: action.code, by: userId, at: now })
    return
  }
  // A repeated request makes no second group.
  if (action.action === 'make' && own.some(({ name }) => name === action.name)) return
  const groupId = await (action.action === 'make'
    ? addFriendGroup(trx, action.name)
    : lockFriendGroup(trx, { code: action.code }))
  if (groupId === undefined) throw new Problem('link-ended')
  await addFriendGroupMember(trx, groupId, userId, now.toISOString())
  const groups = await listFriendGroups(trx, userId)
  if (groups.length > maxGroups) throw new Problem('too-many-groups')
  if (groups.some(({ members }) => members.length > maxGroupMembers)) throw new Problem('group-full')
}
