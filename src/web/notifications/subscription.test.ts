import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/paths.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { findNotificationOwner, storeNotificationOwner } from './notification-owner.ts'
import { checkSubscription, isAppleMobile, turnOffBeforeSignOut } from './subscription.ts'

const pushKey = 'AQID'
const newKey = 'BAUG'
const ann = 1
const bea = 2
const address = (name: string) => `https://push.example/${name}`

/** What the browser and the server hold. */
let subscription: { endpoint: string; key: string | null } | null
let permission: NotificationPermission
let sent: { path: string; body: unknown }[]
let subscribed: number

beforeEach(() => {
  subscription = { endpoint: address('first'), key: pushKey }
  permission = 'granted'
  sent = []
  subscribed = 0
  const pushManager = {
    getSubscription: async () => toSubscription(),
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      subscribed += 1
      subscription ??= { endpoint: address(`renewed ${subscribed}`), key: applicationServerKey }
      return toSubscription()
    },
  }
  const items = new Map<string, string>()
  const notification = {
    get permission() {
      return permission
    },
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('window', { PushManager: {}, Notification: notification })
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    serviceWorker: { getRegistration: async () => ({ pushManager }), ready: Promise.resolve({ pushManager }) },
  })
  storeNotificationOwner({ userId: ann, endpoint: address('first') })
})
afterEach(() => vi.unstubAllGlobals())

function toSubscription() {
  if (subscription === null) return null
  const { endpoint, key } = subscription
  return {
    endpoint,
    options: { applicationServerKey: key === null ? null : new Uint8Array(Buffer.from(key, 'base64url')).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      subscription = null
      return true
    },
  }
}

/** What the server answers, by path. */
let answers: Record<string, unknown>
const client = {
  get: async (path: string) => answers[path],
  async send(_method: string, path: string, body: unknown) {
    sent.push({ path, body })
    return {}
  },
} as unknown as ApiClient

/** `endpoints` are the user's devices according to the server. */
function check(userId: number, endpoints: readonly string[] = [address('first')], key = pushKey): Promise<void> {
  const devices = endpoints.map((endpoint, id) => ({
    id,
    name: 'Phone',
    createdAt: '2026-04-01T00:00:00Z',
    digest: createHash('sha256').update(endpoint).digest('base64url'),
  }))
  answers = { [api.user()]: { id: userId }, [api.notifications()]: { devices, pushKey: key } }
  return checkSubscription(client)
}
const replacement = (endpoint: string) => ({
  path: api.notificationDevice(),
  body: expect.objectContaining({ endpoint, keys: { p256dh: 'p', auth: 'a' }, replaces: address('first') }),
})

test('a subscription that the server knows is left alone, even if the browser does not expose its key', async () => {
  await check(ann)
  if (subscription) subscription.key = null
  await check(ann)
  expect([sent, subscribed, subscription?.endpoint]).toEqual([[], 0, address('first')])
})

test('a browser in which nobody has turned on notifications is left alone', async () => {
  storeNotificationOwner(undefined)
  await check(ann, [])
  expect([sent, subscribed, subscription?.endpoint]).toEqual([[], 0, address('first')])
})

test('another user ends the previous user’s subscription, without a request in their own name', async () => {
  await check(bea, [])
  expect([subscription, findNotificationOwner(), sent, subscribed]).toEqual([null, undefined, [], 0])
})

test('a subscription that was removed on another device ends here too, and is not added again', async () => {
  await check(ann, [])
  await check(ann, [])
  expect([subscription, findNotificationOwner(), sent, subscribed]).toEqual([null, undefined, [], 0])
})

test('an endpoint that the browser or the worker has renewed is reported to the server', async () => {
  subscription = { endpoint: address('by the worker'), key: pushKey }
  await check(ann)
  expect(sent).toEqual([replacement(address('by the worker'))])
  expect(findNotificationOwner()).toEqual({ userId: ann, endpoint: address('by the worker'), delay: 0 })
  await check(ann, [address('by the worker')])
  expect(sent).toHaveLength(1)
})

test('the server learns once by how much the viewer delays scores', async () => {
  localStorage.setItem('tv-delay', '45')
  await check(ann)
  await check(ann)
  expect(sent).toEqual([{ path: api.notificationDevice(), body: expect.objectContaining({ delaySeconds: 45 }) }])
})

test('a subscription that the browser has dropped is created again', async () => {
  subscription = null
  await check(ann)
  expect(sent).toEqual([replacement(address('renewed 1'))])
})

test('a subscription with a key that the server no longer has is replaced', async () => {
  await check(ann, undefined, newKey)
  expect(subscription).toEqual({ endpoint: address('renewed 1'), key: newKey })
  expect(sent).toEqual([replacement(address('renewed 1'))])
})

test('without permission the subscription ends, here and on the server', async () => {
  permission = 'default'
  await check(ann)
  expect([subscription, findNotificationOwner()]).toEqual([null, undefined])
  expect(sent).toEqual([{ path: api.notificationDeviceRemove(), body: { endpoint: address('first') } }])
})

test('a browser that blocks notifications is left alone: it has ended the subscription itself', async () => {
  permission = 'denied'
  await check(ann)
  expect([sent, subscribed]).toEqual([[], 0])
})

test('a sign-out ends the subscription here even if the server does not respond', async () => {
  const silent = { send: () => new Promise(() => {}) } as unknown as ApiClient
  await turnOffBeforeSignOut(silent, 1)
  expect([subscription, findNotificationOwner()]).toEqual([null, undefined])
})

const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

test('an iPad is distinguished from a Mac by its touch screen', () => {
  expect(isAppleMobile({ userAgent: iPad, maxTouchPoints: 5 })).toBe(true)
  expect(isAppleMobile({ userAgent: iPad, maxTouchPoints: 0 })).toBe(false)
})
