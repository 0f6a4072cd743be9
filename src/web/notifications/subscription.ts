import { toDeviceName } from '#contract/device-name.ts'
import { api } from '#contract/paths.ts'
import type { User } from '#contract/user-contract.ts'
import type { NewNotificationDevice, UserNotifications } from '#contract/user-notification-contract.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { readTvDelay } from '#web/replay/tv-delay.ts'
import { getViewerTimeZone } from '#web/time/local-time.ts'
import { findNotificationOwner, storeNotificationOwner } from './notification-owner.ts'

/**
 * Whether this browser shows notifications, or can. `home-screen`: on an iPhone or iPad, only apps on the home screen
 * can. `blocked`: the user has denied permission for this site.
 */
export type DeviceState = 'on' | 'off' | 'blocked' | 'home-screen' | 'insecure' | 'unsupported'

/** The service worker is registered a few seconds after startup. */
const workerTimeoutMs = 10_000

/** Checks support and permission without asking the user. */
function findAbility(): Exclude<DeviceState, 'on'> {
  if (!isSecureContext) return 'insecure'
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported) return isAppleMobile(navigator) && !isOnHomeScreen() ? 'home-screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'off'
}

function isOnHomeScreen(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}

/** `on` only if the server knows this browser as the user's. */
export async function findDeviceState({ devices }: Pick<UserNotifications, 'devices'>): Promise<DeviceState> {
  const ability = findAbility()
  if (ability !== 'off') return ability
  const subscription = await findSubscription()
  if (subscription === null || Notification.permission !== 'granted') return 'off'
  const digest = await digestOf(subscription.endpoint)
  return devices.some((device) => device.digest === digest) ? 'on' : 'off'
}

/**
 * Asks for permission, which browsers allow only after a click, and subscribes. Undefined if the user does not permit it.
 * Throws an `ApiProblem`, or the browser's error if its push service cannot be reached.
 */
export async function turnOn(
  client: ApiClient,
  { pushKey }: Pick<UserNotifications, 'pushKey'>,
  userId: number,
): Promise<UserNotifications | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await findWorker()
  await removeForeign(await pushManager.getSubscription(), { userId, pushKey })
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  return register(client, subscription, userId)
}

/** Ends the subscription here and on the server. */
export async function turnOff(client: ApiClient): Promise<UserNotifications | undefined> {
  const subscription = await findSubscription()
  const endpoint = subscription?.endpoint ?? findNotificationOwner()?.endpoint
  storeNotificationOwner(undefined)
  await subscription?.unsubscribe()
  return endpoint === undefined ? undefined : client.send('POST', api.notificationDeviceRemove(), { endpoint })
}

/** The next user of this browser must not get this user's notifications, even if the network is down. */
export async function turnOffBeforeSignOut(client: ApiClient, timeoutMs: number): Promise<void> {
  if (findNotificationOwner() === undefined) return
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))
  await Promise.race([turnOff(client), timeout]).catch(() => undefined)
}

/**
 * Runs a few seconds after startup (docs/security.md, 23.4). Ends a subscription of another user, or one that was removed
 * on another device. Reports a renewed subscription and a changed TV delay. Subscribes again after a change of the
 * server's key.
 */
export async function checkSubscription(client: ApiClient): Promise<void> {
  const owner = findNotificationOwner()
  if (owner === undefined || findAbility() !== 'off') return
  const { id: userId } = await client.get<User>(api.user())
  const { devices, pushKey } = await client.get<UserNotifications>(api.notifications())
  const subscription = await findSubscription()
  const known = await digestOf(owner.endpoint)
  if (owner.userId !== userId || !devices.some(({ digest }) => digest === known)) {
    storeNotificationOwner(undefined)
    await subscription?.unsubscribe()
    return
  }
  if (Notification.permission !== 'granted') {
    await turnOff(client)
    return
  }
  const isKnown = subscription?.endpoint === owner.endpoint && (owner.delay ?? 0) === readTvDelay()
  if (isKnown && hasKey(subscription, pushKey)) return
  await removeForeign(subscription, { userId, pushKey })
  const { pushManager } = await findWorker()
  const renewed = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  await register(client, renewed, userId)
}

/** A subscription of another user, or with another key, cannot be reused. */
async function removeForeign(
  subscription: PushSubscription | null,
  { userId, pushKey }: { userId: number; pushKey: string },
): Promise<void> {
  const owner = findNotificationOwner()
  const isForeign = owner !== undefined && owner.userId !== userId
  if (subscription !== null && (isForeign || !hasKey(subscription, pushKey))) await subscription.unsubscribe()
}

async function register(client: ApiClient, subscription: PushSubscription, userId: number): Promise<UserNotifications> {
  const { endpoint, keys } = subscription.toJSON()
  const known = findNotificationOwner()
  const device: NewNotificationDevice = {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    name: toDeviceName(navigator.userAgent),
    timeZone: getViewerTimeZone(),
    delaySeconds: readTvDelay(),
    ...(known?.userId === userId && { replaces: known.endpoint }),
  }
  const notifications = await client.send<UserNotifications>('POST', api.notificationDevice(), device)
  storeNotificationOwner({ userId, endpoint: device.endpoint, delay: device.delaySeconds ?? 0 })
  return notifications
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function findWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('There is no service worker.')), workerTimeoutMs)
  })
  return Promise.race([navigator.serviceWorker.ready, timeout])
}

function hasKey({ options: { applicationServerKey } }: PushSubscription, pushKey: string): boolean {
  // Some browsers do not expose the key.
  return applicationServerKey === null || toBase64url(applicationServerKey) === pushKey
}

async function digestOf(endpoint: string): Promise<string> {
  return toBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

function toBase64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** An iPad calls itself a Mac with a touch screen. */
export function isAppleMobile({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Mac OS X') && maxTouchPoints > 1)
}
