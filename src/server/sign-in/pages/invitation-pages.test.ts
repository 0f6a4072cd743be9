import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import {
  addInvitation,
  countOpened,
  findInvitationByToken,
  listGuests,
  type NewInvitation,
  revokeInvitation,
} from '#server/sign-in/invitations/invitation-store.ts'
import { createInvitationTokens } from '#server/sign-in/invitations/invitation-tokens.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { createFormBrowser, type FormBrowser, type FormResponse } from '#test/support/form-browser.ts'
import { type IdentityServer, startIdentityServer } from '#test/support/identity-server.ts'
import { beginSignIn, openSignIn, signIn } from '#test/support/oidc-client.ts'
import { getLink, startSmtpSink } from '#test/support/smtp-sink.ts'

const password = 'long drive into rough'
const tokens = createInvitationTokens('a key')

let server: IdentityServer
let tournamentId: number
let organiser: number

async function start(options: Parameters<typeof startIdentityServer>[0] = {}): Promise<void> {
  server = await startIdentityServer({ signUp: { mode: 'invite', domains: [] }, ...options })
  const { db } = server.database
  organiser = await addUser(db, { name: 'Olive Organiser' })
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const { id: _, ...tournament } = { ...buildTournament(), name: 'Spring Open', start, active: true }
  tournamentId = await inTransaction(db, (trx) => addTournament(trx, tournament, new Date()))
}
afterEach(() => server.close())

async function invite(changes: Partial<NewInvitation> = {}): Promise<string> {
  const { salt, token } = tokens.create()
  const invitation = { subject: { tournamentId }, requestKey: salt, salt, token, creatorId: organiser, ...changes }
  const limits = { expiresAt: null, maxUses: null, isOnWall: false }
  await addInvitation(server.database.db, { ...limits, ...invitation }, new Date())
  return token
}

const openLink = (browser: FormBrowser, token: string) => browser.get(`/Identity/Join/${token}`)

async function submitRegistration(browser: FormBrowser, form: FormResponse, email = `${randomUUID()}@example.org`) {
  return browser.submit(form, { name: 'Nora Newcomer', email, password })
}

async function register(browser: FormBrowser, token: string, email?: string): Promise<FormResponse> {
  return submitRegistration(browser, await browser.follow(await openLink(browser, token)), email)
}

async function opened(): Promise<number> {
  const counts = await countOpened(server.database.db, { tournamentId })
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

const guests = () => listGuests(server.database.db, { tournamentId }, 'embedded')

describe('without mail', () => {
  beforeEach(() => start())

  it('a link leads a newcomer through the registration to the entry form', async () => {
    const browser = createFormBrowser(server.url)
    const form = await browser.follow(await openLink(browser, await invite()))
    expect(form.text).toContain('Olive Organiser invites you to <strong>Spring Open</strong>')
    expect(await opened()).toBe(1)
    const answer = await submitRegistration(browser, form)
    expect(answer.location?.pathname).toBe('/entry/new')
    expect(await guests()).toMatchObject([{ name: 'Nora Newcomer', registeredAt: expect.any(String) }])
    await signIn(browser, server.url, { email: '', password: 'not needed' })
    expect(browser.cookies()).not.toContain('identity_invitation')
    // Signed in now: straight to the entry form, and no second guest.
    expect((await openLink(browser, await invite({ maxUses: 1 }))).location?.pathname).toBe('/entry/new')
    expect(await guests()).toMatchObject([{ registeredAt: null }, { registeredAt: expect.any(String) }])
  })

  it('a program that previews the link without keeping cookies is not counted', async () => {
    const token = await invite()
    const answer = await openLink(createFormBrowser(server.url), token)
    expect((await createFormBrowser(server.url).get(answer.location?.pathname ?? '')).status).toBe(403)
    expect(await opened()).toBe(0)
  })

  it('without a link nobody can register, and the sign-in page says how to get in', async () => {
    const browser = createFormBrowser(server.url)
    const page = await browser.get('/Identity/Account/Register')
    expect(page.status).toBe(403)
    expect(page.text).toContain('Ask the organiser for an invitation link.')
    const signInPage = await openSignIn(browser, beginSignIn(server.url))
    expect(signInPage.text).toMatch(/New here\?<\/h2>\s*<p>Ask the organiser for an invitation link\./)
    expect(signInPage.text).not.toContain('Create an account')
    await browser.follow(await openLink(browser, await invite()))
    expect((await openSignIn(browser, beginSignIn(server.url))).text).toContain('Create an account')
  })

  it('a form that was open while its link was revoked creates no account', async () => {
    const browser = createFormBrowser(server.url)
    const token = await invite()
    const form = await browser.follow(await openLink(browser, token))
    const invitation = await findInvitationByToken(server.database.db, token)
    await revokeInvitation(server.database.db, invitation?.id ?? 0, new Date())
    const answer = await submitRegistration(browser, form)
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Ask Olive Organiser for a new link.')])
  })

  it.each<[string, Partial<NewInvitation>, string]>([
    ['expired', { expiresAt: new Date(0).toISOString() }, 'This invitation link has expired'],
    ['used up', { maxUses: 1 }, 'This invitation link is used up'],
  ])('a link that has %s says so and whom to ask', async (_, limits, title) => {
    const token = await invite(limits)
    if (limits.maxUses === 1) await register(createFormBrowser(server.url), token)
    const page = await openLink(createFormBrowser(server.url), token)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining(`<h1>${title}</h1>`)])
    expect(page.text).toContain('Ask Olive Organiser for')
  })

  it('an unknown link and one to a tournament that has started say so', async () => {
    const browser = createFormBrowser(server.url)
    const unknown = await openLink(browser, 'x')
    expect([unknown.status, unknown.text]).toEqual([403, expect.stringContaining('does not work')])
    const token = await invite()
    await server.database.db
      .updateTable('tournaments')
      .set({ start: new Date(0).toISOString() })
      .execute()
    expect((await openLink(browser, token)).text).toContain('Entries for Spring Open are closed')
  })

  it('a link for watchers works after the start and leads to the home page', async () => {
    const browser = createFormBrowser(server.url)
    const token = await invite({ isForWatchers: true })
    await server.database.db
      .updateTable('tournaments')
      .set({ start: new Date(0).toISOString(), active: 0 })
      .execute()
    const form = await browser.follow(await openLink(browser, token))
    expect(form.text).toContain('Olive Organiser invites you to follow the pool.')
    expect(form.text).toContain('/authentication/login?returnUrl=%2F"')
    expect((await submitRegistration(browser, form)).location?.pathname).toBe('/')
    await signIn(browser, server.url, { email: '', password: 'not needed' })
    expect((await openLink(browser, token)).location?.pathname).toBe('/')
  })

  it('people with an account do not use up the link: they sign in and are counted', async () => {
    const email = `${randomUUID()}@example.org`
    await register(createFormBrowser(server.url), await invite(), email)
    const browser = createFormBrowser(server.url)
    const usedUp = await invite({ maxUses: 1 })
    await register(createFormBrowser(server.url), usedUp)
    const page = await openLink(browser, usedUp)
    expect(page.text).toContain('/authentication/login?returnUrl=%2Fentry%2Fnew')
    await signIn(browser, server.url, { email, password })
    const [newest] = await guests()
    expect(newest).toMatchObject({ name: 'Nora Newcomer', registeredAt: null })
  })
})

it('a closed sign-up offers no account, even with a link, and existing accounts can sign in', async () => {
  const passwordPepper = 'a pepper that both servers use 1234'
  await start({ passwordPepper })
  const email = `${randomUUID()}@example.org`
  const token = await invite()
  await register(createFormBrowser(server.url), token, email)
  const { database } = server
  const closed = await startIdentityServer({ database, passwordPepper, signUp: { mode: 'closed', domains: [] } })
  const browser = createFormBrowser(closed.url)
  expect((await openLink(browser, token)).text).toContain('New accounts are closed')
  expect((await browser.get('/Identity/Account/Register')).status).toBe(403)
  expect((await openSignIn(browser, beginSignIn(closed.url))).text).toContain('New accounts are closed.')
  expect((await signIn(browser, closed.url, { email, password })).accessToken).toBeTruthy()
  await closed.close()
})

describe('with mail', () => {
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  beforeEach(async () => {
    sink = await startSmtpSink()
  })
  afterEach(() => sink.close())

  it('the address can be confirmed on another device, which continues to the entry form', async () => {
    await start({ smtpUrl: sink.url })
    const email = `${randomUUID()}@example.org`
    const answer = await register(createFormBrowser(server.url), await invite(), email)
    expect(answer.text).toContain('Check your email')
    const elsewhere = createFormBrowser(server.url)
    const link = getLink(await sink.nextMailTo(email))
    const page = await elsewhere.get(link.pathname + link.search)
    expect((await elsewhere.submit(page, { password })).location?.pathname).toBe('/entry/new')
  })

  it('only the mailbox learns that an address belongs to a player from earlier years', async () => {
    await start({ smtpUrl: sink.url, signUp: { mode: 'closed', domains: ['example.org'] } })
    await addUser(server.database.db, { name: 'Earlier', email: 'earlier@old.example', isReal: false })
    const browser = createFormBrowser(server.url)
    expect((await browser.get('/Identity/Account/Register')).text).toContain('Register?returning=')
    const form = await browser.get('/Identity/Account/Register?returning=')
    const earlier = await submitRegistration(browser, form, 'earlier@old.example')
    const other = await submitRegistration(browser, form, 'other@old.example')
    expect(other.text).toBe(earlier.text)
    expect((await sink.nextMailTo('earlier@old.example')).data).toContain('Subject: Confirm your email address')
    expect((await sink.nextMailTo('other@old.example')).data).toContain('Subject: Your account could not be created')
  })
})

it('a domain that is not allowed is refused at the field, and nothing that was typed is lost', async () => {
  await start({ signUp: { mode: 'open', domains: ['club.example', 'example.org'] } })
  const browser = createFormBrowser(server.url)
  const form = await browser.get('/Identity/Account/Register')
  const answer = await submitRegistration(browser, form, 'nora@other.example')
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('id="email-error">Use an address at club.example or example.org.')
  expect(answer.text).toContain('value="Nora Newcomer"')
  // Without mail, no address can be verified.
  expect((await submitRegistration(browser, form, 'nora@club.example')).text).toContain('cannot confirm addresses')
})
