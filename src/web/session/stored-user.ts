import type { SignedInUser } from './sign-in-manager.ts'

/** The key under which oidc-client-ts stores the user of this tab. */
const userKeyPrefix = 'oidc.user:'

type StoredUser = Pick<SignedInUser, 'access_token' | 'profile'> & {
  /** Seconds since 1970. */ readonly expires_at: number
}

/** The user stored in this tab, read without loading the library, so that the first API call need not wait for it. */
export function findStoredUser(storage: Storage): SignedInUser | undefined {
  const key = storedUserKeys(storage)[0]
  if (key === undefined) return undefined
  try {
    const user: StoredUser | null = JSON.parse(storage.getItem(key) ?? 'null')
    if (typeof user?.access_token !== 'string' || typeof user.profile !== 'object') return undefined
    return {
      ...user,
      get expired() {
        return user.expires_at * 1000 <= Date.now()
      },
    }
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
