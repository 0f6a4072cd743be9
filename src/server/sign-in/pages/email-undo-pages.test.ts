import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { addConnectedSignIn, listConnectedSignIns } from '#server/sign-in/accounts/connected-sign-in-store.ts'
import { addSecondFactor, findSecondFactor } from '#server/sign-in/accounts/second-factor-store.ts'
import { getAccount } from '#test/support/account-rows.ts'
import { isSignedIn, openLink, openMail } from '#test/support/account-steps.ts'
import { openTestDatabase, sqlite } from '#test/support/database-kind.ts'
import { createFormBrowser, type FormBrowser, register } from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, isCallback, openSignIn, signIn } from '#test/support/oidc-client.ts'
import { getLink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { buildClock } from '#test/support/test-clock.ts'

const password = 'long drive into rough'
const other = 'putter on a wet green'
const days = 24 * 60 * 60_000
const manage = '/Identity/Account/Manage'
const owners = 'owner@example.org'
const thiefs = 'thief@example.org'

const sink = await startSmtpSink()
let opened: Awaited<ReturnType<typeof openTestDatabase>>
let server: IdentityServer
let clock: ReturnType<typeof buildClock>
let thief: FormBrowser
afterAll(() => sink.close())
beforeEach(async () => {
  sink.emails.length = 0
  clock = buildClock(new Date())
  opened = await openTestDatabase(sqlite)
  server = await startIdentityServer({ smtpUrl: sink.url, database: opened.database, clock })
  await addAccount(owners)
  thief = newBrowser()
  await signIn(thief, server.url, { email: owners, password })
})
afterEach(async () => {
  await server.close()
  await opened.remove()
})

const newBrowser = () => createFormBrowser(server.url)

async function addAccount(email: string): Promise<void> {
  const browser = newBrowser()
  await register(browser, { email, password })
  await browser.submit(await openMail(browser, await sink.nextMailTo(email)), { password })
}

/** Changes the address of the account that is signed in. Returns the link in the notice to the old one. */
async function changeAddress(from: string, to: string, emailPassword = password): Promise<URL> {
  await thief.submit(await thief.get(manage), { email: to, emailPassword }, `${manage}/Email`)
  await thief.submit(await openMail(thief, await sink.nextMailTo(to)), {})
  return getLink(await sink.nextMailTo(from))
}

test('the old mailbox undoes a change of address, whatever happened since, and leads to a new password', async () => {
  const link = await changeAddress(owners, thiefs)
  const chosen = { oldPassword: password, password: other }
  await thief.follow(await thief.submit(await thief.get(manage), chosen, `${manage}/Password`))
  await sink.nextMailTo(thiefs)
  const thiefsLink = await changeAddress(thiefs, 'thief-2@example.org', other)
  const unfinished = newBrowser()
  const form = await openSignIn(unfinished, beginSignIn(server.url))
  const started = await unfinished.submit(form, { email: 'thief-2@example.org', password: other })
  expect(started.status).toBe(303)

  // Programs that scan emails open links.
  const owner = newBrowser()
  const page = await openLink(owner, link)
  expect(page.text).toContain(`<strong>${owners}</strong>`)
  expect(await isSignedIn(thief, server.url)).toBe(true)
  const reset = await owner.follow(await owner.submit(page, {}))
  expect(await isSignedIn(thief, server.url)).toBe(false)
  expect((await unfinished.follow(started, isCallback)).location).toBeUndefined()
  const attempt = await openSignIn(thief, beginSignIn(server.url))
  expect((await thief.submit(attempt, { email: owners, password: other })).status).toBe(400)
  expect((await openLink(thief, thiefsLink)).status).toBe(410)
  expect((await sink.nextMailTo('thief-2@example.org')).data).toContain('contact the organiser')

  expect(reset.text).toContain('Choose a new password')
  await owner.submit(reset, { password })
  await signIn(newBrowser(), server.url, { email: owners, password })
  expect((await owner.submit(page, {})).status).toBe(410)
})

test.each([
  { turnedOn: 'before', isKept: true },
  { turnedOn: 'after', isKept: false },
])('an undo disconnects every sign-in; a second factor from $turnedOn the change is kept: $isKept', async (given) => {
  const { db } = opened.database
  const id = (await getAccount(db, owners)).id
  const turnOn = () => addSecondFactor(db, id, { secret: 'sealed', lastStep: 0 }, clock.now())
  if (given.turnedOn === 'before') await turnOn()
  clock.advance(1)
  await addConnectedSignIn(db, { issuer: 'https://a.example', subject: '1', accountId: id, email: null }, clock.now())
  const link = await changeAddress(owners, thiefs)
  await addConnectedSignIn(db, { issuer: 'https://b.example', subject: '1', accountId: id, email: null }, clock.now())
  if (given.turnedOn === 'after') await turnOn()
  const owner = newBrowser()
  expect((await owner.submit(await openLink(owner, link), {})).status).toBe(303)
  expect(await listConnectedSignIns(db, id)).toEqual([])
  expect((await findSecondFactor(db, id)) !== undefined).toBe(given.isKept)
})

test('an owner who changes the address back, still signed in, gives the addresses since then no way to undo that', async () => {
  await changeAddress(owners, thiefs)
  const thiefsLink = await changeAddress(thiefs, 'thief-2@example.org')
  await thief.submit(await thief.get(manage), { email: owners, emailPassword: password }, `${manage}/Email`)
  await thief.submit(await openMail(thief, await sink.nextMailTo(owners)), {})
  expect((await sink.nextMailTo('thief-2@example.org')).data).toContain('contact the organiser')
  expect((await openLink(newBrowser(), thiefsLink)).status).toBe(410)
})

test('each old address can undo for seven days', async () => {
  const first = await changeAddress(owners, thiefs)
  clock.advance(days)
  const second = await changeAddress(thiefs, 'thief-2@example.org')
  const browser = newBrowser()
  const statuses = async () => [(await openLink(browser, first)).status, (await openLink(browser, second)).status]
  clock.advance(6 * days - 1)
  expect(await statuses()).toEqual([200, 200])
  const form = await openLink(browser, first)
  clock.advance(1)
  expect(await statuses()).toEqual([410, 200])
  expect((await browser.submit(form, {})).status).toBe(410)
  const stored = JSON.stringify(await opened.database.db.selectFrom('email_changes').selectAll().execute())
  expect(stored).not.toContain(second.searchParams.get('code'))
})

test('a registration of the old address that nobody confirms is no obstacle; another account is, and the page says so', async () => {
  const link = await changeAddress(owners, thiefs)
  await register(newBrowser(), { email: owners, password: other })
  const trap = getLink(await sink.nextMailTo(owners))
  const owner = newBrowser()
  const reset = await owner.follow(await owner.submit(await openLink(owner, link), {}))
  await owner.submit(reset, { password })
  expect((await openLink(newBrowser(), trap)).status).toBe(410)

  thief = newBrowser()
  await sink.nextMailTo(owners)
  await signIn(thief, server.url, { email: owners, password })
  const again = await changeAddress(owners, 'thief-2@example.org')
  await addAccount(owners)
  const refused = await owner.submit(await openLink(owner, again), {})
  expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('another account') })
  await signIn(newBrowser(), server.url, { email: 'thief-2@example.org', password })
})
