import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { findAxeViolations } from '../support/e2e-axe.ts'
import { pickAll } from '../support/e2e-entry-form.ts'
import { it } from '../support/e2e-test.ts'
import { startPushService, type TestSubscription } from '../support/push-service.ts'

// No browser of the tests can reach a real push service: what it would answer comes from ours.
it('notifications are offered after the first entry, reach the device, and end with the sign-out', async ({
  open,
  openPage,
}) => {
  const service = await startPushService()
  const instance = await open({ startAt: 'scheduled', startsInMs: 60 * 60_000 })
  const { page, context } = await openPage(instance, { as: 'newcomer', serviceWorkers: 'allow' })
  await context.exposeFunction('subscribeForTest', (key: string) => service.subscribe(key))
  await context.addInitScript(simulatePushManager)
  const { userId } = await instance.account('newcomer')
  const listDevices = () =>
    instance.app.database.db.selectFrom('push_subscriptions').select('user_id').where('user_id', '=', userId).execute()

  await page.goto('/notifications')
  await page.getByText('You have no device yet, so only emails can reach you.').waitFor()
  // One choice for everything that matters; the list of all kinds is folded.
  const matters = page.getByRole('group', { name: 'Tell me what matters' })
  expect(await matters.getByRole('radio').count()).toBe(3)
  expect(await matters.getByLabel('By email').isChecked()).toBe(true)
  const reminder = page.getByRole('group', { name: '24 hours before picks close, if I haven’t entered' })
  expect(await reminder.isVisible()).toBe(false)
  await page.getByText('Choose…').click()
  expect(await reminder.getByLabel('Email').isChecked()).toBe(true)
  await page.goto('/entry/new')
  await fillIn(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Success' })
  await dialog.getByText('Your receipt').waitFor()
  expect(await dialog.getByRole('button').allTextContents(), 'a save offers nothing else').toEqual(['Close'])
  expect(await dialog.getByRole('link').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const offers = page.getByRole('region', { name: 'Offers' })
  await offers.getByRole('button', { name: 'Add to calendar' }).waitFor()
  expect(await page.evaluate(() => 'asked' in document.documentElement.dataset)).toBe(false)
  await offers.getByRole('button', { name: 'Get notifications' }).click()
  await offers.getByText('Notifications are on for this device.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await offers.getByRole('button', { name: 'Hide these offers' }).click()
  await page.reload()
  await page.getByRole('table', { name: 'Your three entries' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add to calendar' }).count(), 'they are made once').toBe(0)
  await page.getByRole('link', { name: 'Notifications' }).first().click()

  await page.getByRole('button', { name: 'Turn off on this device' }).waitFor()
  await page.getByRole('button', { name: 'Send me a test notification' }).click()
  await page.getByText('It is on its way').waitFor()
  await service.receive(1)
  expect(service.refusals).toEqual([])
  await page.getByText('Choose…').click()
  const lead = page.getByRole('group', { name: 'I take or lose the lead in the last round' })
  await lead.getByLabel('Email').check()
  await page.getByLabel('From').fill('23:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.reload()
  expect(await lead.getByLabel('Email').isChecked()).toBe(true)
  for (const radio of await matters.getByRole('radio').all()) expect(await radio.isChecked()).toBe(false)
  expect(await page.getByLabel('From').inputValue()).toBe('23:00')
  expect(await page.getByLabel('Your time zone').inputValue()).toBe('America/New_York')
  expect(await findAxeViolations(page)).toEqual([])
  // A phone with the text at 200 %.
  await page.setViewportSize({ width: 195, height: 422 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
  await page.setViewportSize({ width: 1280, height: 800 })

  const worker = await findWorker(context)
  await deliver(page, service.received[0]?.notification)
  await expect
    .poll(() => listShown(worker))
    .toEqual([{ title: 'Test notification', body: 'Notifications work on this device.', path: '/notifications' }])
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByText('You successfully logged out!').waitFor()
  expect(await listDevices()).toEqual([])
  expect(await page.evaluate(() => [localStorage.getItem('notices-of'), localStorage.getItem('subscription')])).toEqual(
    [null, null],
  )
  await service.close()
})

/** In the page: a push service that remembers its subscription like the browser. */
function simulatePushManager(): void {
  const key = 'subscription'
  const toSubscription = (stored: TestSubscription & { serverKey: string }) => ({
    endpoint: stored.endpoint,
    options: { applicationServerKey: null },
    toJSON: () => stored,
    unsubscribe: async () => {
      localStorage.removeItem(key)
      return true
    },
  })
  const find = async () => {
    const stored = localStorage.getItem(key)
    return stored === null ? null : toSubscription(JSON.parse(stored))
  }
  Object.assign(PushManager.prototype, {
    getSubscription: find,
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      const { subscribeForTest } = window as unknown as { subscribeForTest(key: string): Promise<TestSubscription> }
      localStorage.setItem(key, JSON.stringify(await subscribeForTest(applicationServerKey)))
      return find()
    },
  })
  // This browser without a window answers "denied" to everybody.
  const permission = 'permission'
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(permission) ?? 'default' })
  Notification.requestPermission = async () => {
    document.documentElement.dataset['asked'] = ''
    localStorage.setItem(permission, 'granted')
    return 'granted'
  }
}

async function fillIn(page: Page): Promise<void> {
  await pickAll(page)
  await page.getByLabel('What will the winning score be?').fill('-17')
  await page.getByLabel('How many golfers will make the cut?').fill('64')
}

/** Hands a message to the service worker, as the browser does after it has decrypted it. */
async function deliver(page: Page, notification: unknown): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const data = JSON.stringify(notification)
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data })
}

type Shown = { title: string; body: string; path: string }

/** The service worker, which notes what it would show. */
async function findWorker(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; shown: Shown[] }
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, body: options?.body ?? '', path: options?.data.path })
    }
  })
  return worker
}

function listShown(worker: Worker): Promise<Shown[]> {
  return worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown)
}
