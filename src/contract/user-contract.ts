import * as z from 'zod/mini'
import { id } from './values.ts'

/** `GET /api/user`: the signed-in user. */
export const user = z.object({
  id,
  name: z.string(),
  /** The email address. */
  userName: z.string(),
  isAdmin: z.boolean(),
  isPowerUser: z.boolean(),
})

export type User = z.infer<typeof user>
