import { readStoredJson, writeStored } from '#web/ui/stored-choice.ts'

const key = 'notices-of'

/**
 * The user whose notifications this browser shows, with the endpoint of its subscription. `delay`: TV delay in seconds,
 * as last sent to the server. This module is loaded at every startup, so it is small.
 */
export type NotificationOwner = { readonly userId: number; readonly endpoint: string; readonly delay?: number }

// Browsers can block storage; a subscription then lasts until the browser ends it.

export function findNotificationOwner(): NotificationOwner | undefined {
  return readStoredJson(key)
}

export function storeNotificationOwner(owner: NotificationOwner | undefined): void {
  writeStored(key, owner === undefined ? null : JSON.stringify(owner))
}
