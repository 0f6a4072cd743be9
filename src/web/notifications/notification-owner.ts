import { readStoredJson, writeStored } from '#web/ui/stored-choice.ts'

/** Whose notifications this browser shows, its subscription's endpoint, and the delay that the server knows, in seconds. Loaded at every startup, so it is small. */
const key = 'notices-of'

export type NotificationOwner = { readonly userId: number; readonly endpoint: string; readonly delay?: number }

// Browsers can block storage; a subscription then lasts until the browser ends it.

export function findNotificationOwner(): NotificationOwner | undefined {
  return readStoredJson(key)
}

export function storeNotificationOwner(owner: NotificationOwner | undefined): void {
  writeStored(key, owner === undefined ? null : JSON.stringify(owner))
}
