/** Shows notifications that the server sends, and opens their page on a click. */
export function handleNotifications(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data)))

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage(worker, pathOf(event.notification)))
  })

  // A worker is not signed in, so the app reports the new subscription to the server when it next opens.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription, newSubscription } = event as PushSubscriptionChangeEvent
    const applicationServerKey = oldSubscription?.options.applicationServerKey
    if (newSubscription || !applicationServerKey) return
    const renewed = worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    ;(event as ExtendableEvent).waitUntil(renewed)
  })
}

/** Not yet in TypeScript's types. */
type PushSubscriptionChangeEvent = ExtendableEvent & {
  readonly oldSubscription?: PushSubscription | null
  /** Set if the browser has already subscribed again. */
  readonly newSubscription?: PushSubscription | null
}

/**
 * A newer message that replaces an older one is announced again. A repeat of the same message, which a server sends if
 * it crashed before recording the delivery, replaces it silently.
 */
async function show({ registration }: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  const { id, title, body, path, tag } = readPush(data)
  const shown = await registration.getNotifications({ tag })
  const isRepeat = id !== '' && shown.some((notification) => idOf(notification) === id)
  // `renotify` is not yet in TypeScript's types.
  const announced: object = isRepeat ? { renotify: false, silent: true } : { renotify: true }
  await registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path, id }, ...announced })
}

function idOf({ data }: Notification): unknown {
  return ((data ?? {}) as { id?: unknown }).id
}

function pathOf({ data }: Notification): string {
  const { path } = (data ?? {}) as { path?: unknown }
  return typeof path === 'string' && isOwnPath(path) ? path : '/'
}

/** Focuses a tab that has the page open, else navigates an open tab there, else opens a new one. */
async function openPage(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const { href } = new URL(path, worker.location.origin)
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const same = tabs.find(({ url }) => url === href)
  if (same) {
    await same.focus()
    return
  }
  const [open] = tabs
  // A worker cannot navigate a tab that it does not control.
  const moved = await open?.navigate(href).catch(() => null)
  if (moved) await moved.focus()
  else await worker.clients.openWindow(href)
}

/** `id`: identical when the server repeats a message. */
type PushMessage = { id: string; title: string; body: string; path: string; tag: string }

const fallback: PushMessage = { id: '', title: 'News from the pool', body: '', path: '/', tag: 'news' }

/** Browsers penalise a push that shows nothing, so there is always a message to show. */
export function readPush(data: { json(): unknown } | null): PushMessage {
  try {
    const read = { ...fallback, ...(data?.json() as Partial<PushMessage> | undefined) }
    const isText = Object.values(read).every((value) => typeof value === 'string')
    return isText && isOwnPath(read.path) ? read : fallback
  } catch {
    return fallback
  }
}

/** Whether a path leads to this server. "//host" leads to another. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
