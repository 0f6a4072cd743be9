/** Whose notifications this browser shows, and its subscription's endpoint. Loaded at every startup, so it is small. */
const key = 'notices-of'

export type NoticeOwner = { readonly userId: number; readonly endpoint: string }

// Browsers can block storage; a subscription then lasts until the browser ends it.

export function findNoticeOwner(): NoticeOwner | undefined {
  try {
    const stored = localStorage.getItem(key)
    // Written only by `keepNoticeOwner`.
    return stored === null ? undefined : (JSON.parse(stored) as NoticeOwner)
  } catch {
    return undefined
  }
}

export function keepNoticeOwner(owner: NoticeOwner | undefined): void {
  try {
    if (owner === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(owner))
  } catch {}
}
