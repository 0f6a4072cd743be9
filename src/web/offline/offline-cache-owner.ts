import { contractVersion } from '#contract/contract-version.ts'
import { readStoredJson, writeStored } from '#web/ui/stored-choice.ts'

/**
 * The owner of the board in the offline cache. Stored apart from the board, because it is read synchronously at start and
 * must be removed immediately on sign-out.
 */
type StoredOwner = {
  /** The subject (`sub`) at the sign-in provider. */
  readonly subject: string
  /** Until when the board may be shown, in milliseconds since 1970. */
  readonly until: number
  /** The contract version of the build that stored the board; another build may have other shapes. */
  readonly contractVersion: string
}

const ownerKey = 'player-pool:last-board'

/** A session cannot be checked offline. This covers a day on the course, but not the next user's day. */
const maxOfflineMs = 12 * 60 * 60_000

export type CacheOwner = {
  subject: string
  /** When the access token expires under which the board was last received. */
  tokenExpiresAt: number
}

export const offlineCacheName = 'last-board'

// Browsers can block storage; the app then works without an offline cache.

/** The subject of the cached board's owner. Erases a board that has expired, or that another version has stored. */
export function findCacheOwner(): string | null {
  const owner = readStoredJson<StoredOwner>(ownerKey)
  if (owner === undefined) return null
  if (Date.now() < owner.until && owner.contractVersion === contractVersion) return owner.subject
  clearOfflineCache()
  return null
}

export function setCacheOwner({ subject, tokenExpiresAt }: CacheOwner): void {
  const owner: StoredOwner = { subject, until: tokenExpiresAt + maxOfflineMs, contractVersion }
  writeStored(ownerKey, JSON.stringify(owner))
}

/** Called on sign-out, and when the session has ended (docs/security.md, 15). */
export function clearOfflineCache(): void {
  removeStored([ownerKey], offlineCacheName)
}

/** Earlier versions stored the board under other names. */
export function removeEarlierCache(): void {
  removeStored(['kept-board-of', 'kept-board-until', 'kept-picture'], 'kept-board')
}

function removeStored(keys: readonly string[], cacheName: string): void {
  for (const key of keys) writeStored(key, null)
  // Cache storage exists in secure contexts only.
  if ('caches' in window) caches.delete(cacheName).catch(() => undefined)
}
