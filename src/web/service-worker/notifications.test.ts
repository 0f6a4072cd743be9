import { beforeEach, describe, expect, test } from 'vitest'
import { handleNotifications } from './notifications.ts'

type Shown = { title: string; tag: string; data: { id: string; path: string }; renotify: boolean; silent?: boolean }
type Tab = { url: string; focus(): Promise<void>; navigate(url: string): Promise<unknown> }

/** The visible notifications; a new one replaces one with the same tag. */
let onScreen: Shown[]
/** The notifications announced with a sound. */
let announced: string[]
let subscriptions: unknown[]
let tabs: Tab[]
let moves: string[]
let worker: EventTarget

beforeEach(() => {
  onScreen = []
  announced = []
  subscriptions = []
  tabs = []
  moves = []
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) => onScreen.filter((shown) => shown.tag === tag),
    async showNotification(title: string, options: Omit<Shown, 'title'>) {
      // Like browsers: a silent notification cannot be announced again.
      if (options.renotify && options.silent) throw new TypeError('silent and renotify')
      const isSame = onScreen.some(({ tag }) => tag === options.tag)
      if (options.silent !== true && (options.renotify || !isSame)) announced.push(title)
      onScreen = [...onScreen.filter(({ tag }) => tag !== options.tag), { title, ...options }]
    },
    pushManager: {
      async subscribe(options: unknown) {
        subscriptions.push(options)
      },
    },
  }
  const clients = {
    matchAll: async () => tabs,
    openWindow: async (url: string) => moves.push(`open ${url}`),
  }
  worker = Object.assign(new EventTarget(), { registration, clients, location: { origin: 'https://pool.example' } })
  handleNotifications(worker as unknown as ServiceWorkerGlobalScope)
})

async function dispatch(type: string, parts: object): Promise<void> {
  const waiting: Promise<unknown>[] = []
  const waitUntil = (done: Promise<unknown>) => waiting.push(done)
  worker.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...parts }))
  await Promise.all(waiting)
}
const lead = { id: 'a1', title: 'You lead', body: 'Round 4.', path: '/pool/3', tag: 'lead-3' }
const push = (message: object) => dispatch('push', { data: { json: () => message } })
const titles = () => onScreen.map(({ title }) => title)

describe('push', () => {
  test('a repeat of the same message replaces it without a sound', async () => {
    await push(lead)
    await push(lead)
    expect([titles(), announced]).toEqual([['You lead'], ['You lead']])
  })

  test('a newer message replaces an older one and is announced', async () => {
    await push(lead)
    await push({ ...lead, id: 'a2', title: 'You have lost the lead' })
    await push({ ...lead, id: 'a3', tag: 'cut-3', title: 'The cut' })
    expect(titles()).toEqual(['You have lost the lead', 'The cut'])
    expect(announced).toEqual(['You lead', 'You have lost the lead', 'The cut'])
  })

  test('messages without an id and unreadable messages are always announced', async () => {
    const { id: _, ...old } = lead
    await push(old)
    await push(old)
    await dispatch('push', { data: null })
    expect(announced).toEqual(['You lead', 'You lead', 'News from the pool'])
  })
})

describe('a click', () => {
  const notification = (data: unknown) => ({ notification: { data, close: () => moves.push('close') } })
  const tabAt = (path: string, canMove = true): Tab => ({
    url: `https://pool.example${path}`,
    focus: async () => void moves.push(`focus ${path}`),
    async navigate(url) {
      if (!canMove) throw new TypeError('not controlled')
      moves.push(`navigate ${url}`)
      return this
    },
  })

  test('focuses the tab that has the page, navigates another one there, or opens a new one', async () => {
    await dispatch('notificationclick', notification({ path: '/pool/3' }))
    tabs = [tabAt('/home')]
    await dispatch('notificationclick', notification({ path: '/pool/3' }))
    tabs = [tabAt('/home'), tabAt('/pool/3')]
    await dispatch('notificationclick', notification({ path: '/pool/3' }))
    tabs = [tabAt('/home', false)]
    await dispatch('notificationclick', notification({ path: '/pool/3' }))
    const page = 'https://pool.example/pool/3'
    expect(moves.filter((move) => move !== 'close')).toEqual([
      `open ${page}`,
      `navigate ${page}`,
      'focus /home',
      'focus /pool/3',
      `open ${page}`,
    ])
  })

  test.each([[null], [{}], [{ path: '//evil.example' }], [{ path: 3 }]])(
    'with %j leads to our own start page',
    async (data) => {
      await dispatch('notificationclick', notification(data))
      expect(moves).toEqual(['close', 'open https://pool.example/'])
    },
  )
})

describe('a subscription that the browser has ended', () => {
  const applicationServerKey = new ArrayBuffer(65)

  test('is created again with the same key', async () => {
    await dispatch('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } })
    expect(subscriptions).toEqual([{ userVisibleOnly: true, applicationServerKey }])
  })

  test.each([
    [
      'the browser has created a new one',
      { newSubscription: {}, oldSubscription: { options: { applicationServerKey } } },
    ],
    ['the browser does not expose the key', { oldSubscription: { options: { applicationServerKey: null } } }],
    ['the browser does not expose the subscription', { oldSubscription: null }],
    ['the event has no details', {}],
  ])('a changed subscription is left to the app if %s', async (_what, event) => {
    await dispatch('pushsubscriptionchange', event)
    expect(subscriptions).toEqual([])
  })
})
