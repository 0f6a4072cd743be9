/**
 * Whose board this browser keeps for times without a network: the subject at the provider. It stands apart from the
 * board itself, because it is wanted at once and without waiting, and gone at once when the user signs out.
 */
const key = 'kept-board-of'
export const offlineCacheName = 'kept-board'

// Storage may be switched off; then nothing is kept.
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

/** What is kept goes with the user. */
export function clearOfflineCache(): void {
  try {
    localStorage.removeItem(key)
  } catch {}
  // Only where a page is trusted (https, or this machine) is there such storage.
  if ('caches' in window) caches.delete(offlineCacheName).catch(() => undefined)
}
