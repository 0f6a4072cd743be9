import { readStoredJson, writeStored } from '#web/ui/stored-choice.ts'

/** Whose notifications this browser shows, and its subscription's endpoint. Loaded at every startup, so it is small. */
const key = 'notices-of' // as stored by earlier versions

export type NotificationOwner = { readonly userId: number; readonly endpoint: string }

// Browsers can block storage; a subscription then lasts until the browser ends it.

export function findNotificationOwner(): NotificationOwner | undefined {
  return readStoredJson(key)
}

export function storeNotificationOwner(owner: NotificationOwner | undefined): void {
  writeStored(key, owner === undefined ? null : JSON.stringify(owner))
}
