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
})

export type User = z.infer<typeof user>
