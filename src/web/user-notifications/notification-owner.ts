/** Whose notifications this browser shows, and its subscription's endpoint. Loaded at every startup, so it is small. */
const key = 'notices-of' // as stored by earlier versions

export type NotificationOwner = { readonly userId: number; readonly endpoint: string }

// Browsers can block storage; a subscription then lasts until the browser ends it.

export function findNotificationOwner(): NotificationOwner | undefined {
  try {
    const stored = localStorage.getItem(key)
    // Written only by `storeNotificationOwner`.
    return stored === null ? undefined : (JSON.parse(stored) as NotificationOwner)
  } catch {
    return undefined
  }
}

export function storeNotificationOwner(owner: NotificationOwner | undefined): void {
  try {
    if (owner === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(owner))
  } catch {}
}
