import * as z from 'zod/mini'
import { id, instant } from './values.ts'

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
})

export type User = z.infer<typeof user>

/** `PUT /api/rivals`: follows a player, or ends it. The response is the user. */
export const rivalChange = z.strictObject({ userId: id, isRival: z.boolean() })
