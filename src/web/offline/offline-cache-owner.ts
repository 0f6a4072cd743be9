/**
 * Whose board is in the offline cache: the subject at the sign-in provider. It is stored apart from the board because
 * it is read synchronously at start, and must be gone at once on sign-out.
 */
const key = 'kept-board-of'

export const offlineCacheName = 'kept-board'

// Browsers can block storage; the app then works without an offline cache.

export function findCacheOwner(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function setCacheOwner(subject: string): void {
  try {
    localStorage.setItem(key, subject)
  } catch {}
}

/** On sign-out (docs/security.md, 15). */
export function clearOfflineCache(): void {
  try {
    localStorage.removeItem(key)
  } catch {}
  // Cache storage exists in secure contexts only.
  if ('caches' in window) caches.delete(offlineCacheName).catch(() => undefined)
}
