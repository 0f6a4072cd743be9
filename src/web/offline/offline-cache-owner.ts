/**
 * The owner of the board in the offline cache, and until when it may be shown: the subject at the sign-in provider, and a
 * time in milliseconds. They are stored apart from the board because they are read synchronously at start, and must be
 * removed immediately on sign-out. The keys never change: new ones would leave the data of earlier versions behind.
 */
const ownerKey = 'kept-board-of'
const endKey = 'kept-board-until'

/** See `board-snapshot.ts`. `early.ts` reads all three keys. */
export const snapshotKey = 'kept-picture'

/** A session cannot be checked offline. This covers a day on the course, but not the next user's day. */
const maxOfflineMs = 12 * 60 * 60_000

export type CacheOwner = {
  subject: string
  /** When the access token expires under which the board was last received. */
  tokenExpiresAt: number
}

export const offlineCacheName = 'kept-board'

// Browsers can block storage; the app then works without an offline cache.

/** The subject of the cached board's owner. Erases a board that has expired. */
export function findCacheOwner(): string | null {
  try {
    const owner = localStorage.getItem(ownerKey)
    if (owner === null || Date.now() < Number(localStorage.getItem(endKey))) return owner
    clearOfflineCache()
  } catch {}
  return null
}

export function setCacheOwner({ subject, tokenExpiresAt }: CacheOwner): void {
  try {
    localStorage.setItem(ownerKey, subject)
    localStorage.setItem(endKey, String(tokenExpiresAt + maxOfflineMs))
  } catch {}
}

/** Called on sign-out, and when the session has ended (docs/security.md, 15). */
export function clearOfflineCache(): void {
  try {
    localStorage.removeItem(ownerKey)
    localStorage.removeItem(endKey)
    localStorage.removeItem(snapshotKey)
  } catch {}
  // Cache storage exists in secure contexts only.
  if ('caches' in window) caches.delete(offlineCacheName).catch(() => undefined)
}
