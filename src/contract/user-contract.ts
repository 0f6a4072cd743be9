import * as z from 'zod/mini'
import { maxGroupNameLength } from './limits.ts'
import { id, instant, plainText } from './values.ts'

/** A group of friends: the code of its link, who replaced the link last, and everybody in it. The longest first. */
const friendGroup = z.object({
  id,
  name: z.string(),
  code: z.string(),
  linkReplaced: z.nullable(z.object({ by: z.string(), at: instant })),
  members: z.array(z.object({ id, name: z.string() })),
})

export type FriendGroup = z.infer<typeof friendGroup>

/** `GET /api/user`: the signed-in user. */
export const user = z.object({
  id,
  name: z.string(),
  /** The email address. */
  userName: z.string(),
  isAdmin: z.boolean(),
  isPowerUser: z.boolean(),
  /** When somebody entered the account by a link that somebody else had made; for two weeks. */
  linkUsedAt: z.optional(instant),
  /** The players whom they follow, by id. */
  rivals: z.array(id),
  /** The groups that they are in. */
  groups: z.array(friendGroup),
})

export type User = z.infer<typeof user>

/** `PUT /api/rivals`: follows a player, or ends it. The response is the user. */
export const rivalChange = z.strictObject({ userId: id, isRival: z.boolean() })

const code = z.string().check(z.maxLength(100))

/** `POST /api/groups`. The response is the user. `replaceLink`: `code` is the one that must no longer work. */
export const friendGroupAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('make'), name: plainText(maxGroupNameLength) }),
  z.strictObject({ action: z.literal('leave'), id }),
  z.strictObject({ action: z.literal('join'), code }),
  z.strictObject({ action: z.literal('replaceLink'), id, code }),
])

export type FriendGroupAction = z.infer<typeof friendGroupAction>

/** `POST /api/groups/link`: what a link leads to. */
export const friendGroupLink = z.strictObject({ code })
export const linkedFriendGroup = z.object({ name: z.string(), people: z.int() })

export type LinkedFriendGroup = z.infer<typeof linkedFriendGroup>

/** `POST /api/groups/people`, for an admin who has been sent the link. */
export const friendGroupPeople = friendGroup

/** `POST /api/groups/people/remove`: the link is replaced, too. The response is the group; null if nobody is left in it. */
export const friendGroupRemoval = z.strictObject({ code, userId: id })
export const friendGroupAfterRemoval = z.nullable(friendGroup)

export type FriendGroupRemoval = z.infer<typeof friendGroupRemoval>
