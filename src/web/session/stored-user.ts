import * as z from 'zod/mini'
import type { SignedInUser } from './sign-in-manager.ts'

/** Where the protocol's library keeps the user of this tab. */
const userKeyPrefix = 'oidc.user:'

const storedUser = z.object({
  access_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.number(),
  profile: z.object({
    sub: z.optional(z.string()),
    name: z.optional(z.string()),
    email: z.optional(z.string()),
  }),
})

/** Who this tab knows from before: read without the library and its settings, so that the first call need not wait. */
export function findStoredUser(storage: Storage, now: Date): SignedInUser | undefined {
  const key = storedUserKeys(storage)[0]
  if (key === undefined) return undefined
  try {
    const user = storedUser.parse(JSON.parse(storage.getItem(key) ?? 'null'))
    return { ...user, expired: user.expires_at * 1000 <= now.getTime() }
  } catch {
    return undefined
  }
}

export function removeStoredUser(storage: Storage): void {
  for (const key of storedUserKeys(storage)) storage.removeItem(key)
}

function storedUserKeys(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(userKeyPrefix),
  )
}
