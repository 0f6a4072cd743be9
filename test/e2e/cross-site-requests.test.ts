import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { api } from '#contract/paths.ts'
import type { TestInstance } from '../support/e2e-instance.ts'
import { it as base, eventually } from '../support/e2e-test.ts'

/** Another site: this machine under another host name, so that its requests are cross-site. */
const it = base.extend<{ foreignSite: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs.
  foreignSite: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    server.close()
    server.closeAllConnections()
  },
})

type Call = { address: string; method: string }

/** The ways in which a page can make the browser send a request, apart from an API call with a token. */
const contexts: Record<string, (page: Page, call: Call) => Promise<unknown>> = {
  'a new window': (page, { address }) => page.evaluate((to) => void window.open(to), address),
  'a form': (page, call) =>
    page.evaluate(({ address, method }) => {
      const form = document.createElement('form')
      Object.assign(form, { action: address, method, enctype: 'text/plain', target: '_blank' })
      const field = document.createElement('input')
      Object.assign(field, { name: '[', value: ']' })
      form.append(field)
      document.body.append(form)
      form.submit()
    }, call),
  'a frame': (page, { address }) => addElement(page, 'iframe', { src: address }),
  'a picture': (page, { address }) => addElement(page, 'img', { src: address }),
  'a script': (page, { address }) => addElement(page, 'script', { src: address }),
  'a style sheet': (page, { address }) => addElement(page, 'link', { rel: 'stylesheet', href: address }),
  'a prefetch': (page, { address }) => addElement(page, 'link', { rel: 'prefetch', href: address }),
  'a script that may not read the answer': (page, call) => fetchFrom(page, call, 'no-cors'),
  'a script that asks to read the answer': (page, call) => fetchFrom(page, call, 'cors'),
  'a beacon': (page, { address }) => page.evaluate((to) => navigator.sendBeacon(to, '[]'), address),
  // This is last, because the page navigates away.
  'a link': (page, { address }) => page.evaluate((to) => void Object.assign(location, { href: to }), address),
}

function addElement(page: Page, name: string, properties: Record<string, string>): Promise<unknown> {
  return page.evaluate(
    ([tag, given]) => {
      document.body.append(Object.assign(document.createElement(tag), given))
    },
    [name, properties] as const,
  )
}

function fetchFrom(page: Page, { address, method }: Call, mode: RequestMode): Promise<unknown> {
  const init = { method, mode, credentials: 'include' as const, ...(method === 'POST' && { body: '[]' }) }
  return page.evaluate(([to, options]) => void fetch(to, options).catch(() => undefined), [address, init] as const)
}

/** All stored data except counters and sign-in sessions. */
async function readAll({ app }: TestInstance): Promise<unknown> {
  const { db } = app.database
  const tables = [
    'users',
    'user_identities',
    'tournaments',
    'players',
    'entries',
    'selections',
    'results',
    'scorecards',
    'outbox',
    'audit_log',
  ] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
}

/** The methods of the completed requests for the path, whether they succeeded or not. */
function recordRequests(context: BrowserContext, path: string): string[] {
  const methods: string[] = []
  const note = (request: Request) => {
    if (new URL(request.url()).pathname === path) methods.push(request.method())
  }
  context.on('requestfinished', note).on('requestfailed', note)
  return methods
}

it('no way in which another site can make the browser send a request has an effect', async ({
  open,
  openPage,
  foreignSite,
}) => {
  const instance = await open({ rivals: 2 })
  const publishedTopics: string[] = []
  const stopListening = instance.app.eventBus.subscribe((topic) => publishedTopics.push(topic))
  const { page, context } = await openPage(instance, {
    as: 'admin',
    alsoFrom: new URL(foreignSite).origin,
    expect: [/status of 40[135]/],
  })
  await page.goto('/home')
  await page.getByRole('link', { name: 'Admin', exact: true }).waitFor()
  // Whoever sees the start first stores that it has happened: here, the page itself.
  const { db } = instance.app.database
  await eventually(() => db.selectFrom('tournaments').select('started_at').executeTakeFirstOrThrow()).not.toEqual({
    started_at: null,
  })
  const before = await readAll(instance)
  const foreign = await context.newPage()
  for (const [method, path] of [
    ['GET', api.adminClearCache()],
    ['POST', api.adminMergeUsers()],
  ] as const) {
    await foreign.goto(foreignSite)
    for (const reach of Object.values(contexts)) {
      const finished = recordRequests(context, path)
      await reach(foreign, { address: instance.url + path, method })
      await eventually(() => finished.length).toBeGreaterThan(0)
    }
    for (const other of context.pages()) if (other !== page && other !== foreign) await other.close()
  }
  stopListening()
  expect(await readAll(instance)).toEqual(before)
  expect(publishedTopics).toEqual([])
})

it('typing the address or embedding it in our own page has no effect; our own API call does', async ({
  open,
  openPage,
}) => {
  const instance = await open({ rivals: 2 })
  const { page } = await openPage(instance, { as: 'admin', expect: [/status of 40[13]/] })
  const publishedTopics: string[] = []
  const stopListening = instance.app.eventBus.subscribe((topic) => publishedTopics.push(topic))
  const address = `${instance.url}/api/admin/clearCache`
  expect((await page.goto(address))?.status()).toBe(403)
  await page.goto('/home')
  await page.getByRole('link', { name: 'Admin', exact: true }).waitFor()
  const answered = page.waitForResponse(address)
  await addElement(page, 'img', { src: address })
  expect((await answered).status()).toBe(401)
  expect(publishedTopics).not.toContain('cache')
  const status = await page.evaluate(async (to) => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
    const { access_token: token } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return (await fetch(to, { headers: { Authorization: `Bearer ${token}` } })).status
  }, address)
  expect(status).toBe(200)
  await eventually(() => publishedTopics).toContain('cache')
  stopListening()
})
