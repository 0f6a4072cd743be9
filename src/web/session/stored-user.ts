import * as z from 'zod/mini'
import type { SignedInUser } from './sign-in-manager.ts'

/** The key under which oidc-client-ts stores the user of this tab. */
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

/** The user stored in this tab, read without loading the library, so that the first API call need not wait for it. */
export function findStoredUser(storage: Storage): SignedInUser | undefined {
  const key = storedUserKeys(storage)[0]
  if (key === undefined) return undefined
  try {
    return toSignedInUser(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

function toSignedInUser(input: unknown): SignedInUser {
  const user = storedUser.parse(input)
  return {
    ...user,
    get expired() {
      return user.expires_at * 1000 <= Date.now()
    },
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
