import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addConnectedSignIn,
  addSecondFactor,
  collectPersonalData,
  findAccountByEmail,
  findSecondFactor,
  inTransaction,
  listConnectedSignIns,
  listDevices,
  listRecipients,
  passkeyIssuer,
  saveSubscription,
  setRole,
} from '#built/harness.mjs'
import { unconfirmedList } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { createFormBrowser, type FormBrowser } from '../support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn, signIn } from '../support/oidc-client.ts'
import { getLink, startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'
const day = 86_400_000

describe.each(databaseKinds())('people whom organisers add, over $name:', (kind) => {
  const clock = buildClock(new Date(Date.now() - 60_000))
  let pool: TestPool
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let origin: string

  beforeAll(async () => {
    sink = await startSmtpSink()
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    const start = new Date(clock.now().getTime() + 30 * day)
    pool = await openTestPool({
      kind,
      mail,
      clock,
      start,
      startAt: 'scheduled',
      rateLimitFactor: 0,
      withoutScores: true,
    })
    origin = pool.app.config.publicUrl
  })
  afterAll(async () => {
    await pool.close()
    await sink.close()
  })

  const db = () => pool.app.database.db
  const newBrowser = () => createFormBrowser(origin)

  async function post(body: unknown, by: Person = pool.people.power) {
    const response = await pool.send('POST', api.adminUnconfirmed(), by, body)
    const read: unknown = await response.json()
    if (response.status !== 200) return problemDetails.parse(read)
    return String((read as { link: string }).link).slice(origin.length)
  }

  async function add(name: string, email = '', requestKey: string = randomUUID()) {
    const link = await post({ requestKey, name, email })
    if (typeof link !== 'string') throw new Error(link.title)
    return { accountId: requestKey, link, newLink: () => post({ accountId: requestKey, action: 'newLink' }) }
  }

  /** Opens the link and enters. */
  async function use(browser: FormBrowser, link: unknown, typed = '') {
    const page = await browser.get(String(link))
    return page.status === 200 ? browser.submit(page, { password: typed }) : page
  }

  /** The app signs in silently, or at the sign-in page, which asks nothing. */
  async function open(browser: FormBrowser): Promise<Person & { idToken: string }> {
    const { accessToken, idToken } = await signIn(browser, origin, { email: '', password: '' })
    const response = await pool.call(api.user(), { userId: 0, token: accessToken })
    return { userId: (await response.json()).id, token: accessToken, idToken }
  }

  const find = async (accountId: string) =>
    unconfirmedList
      .parse(await (await pool.call(api.adminUnconfirmed(), pool.people.power)).json())
      .find((each) => each.accountId === accountId)

  const statusOf = async (person: Person) => (await pool.call(api.user(), person)).status

  async function readEntry(person: Person) {
    const whole = api.tournament(pool.tournamentId, { players: false, entries: true })
    const { entries } = (await (await pool.call(whole, person)).json()) as {
      entries: { userId: number; selections: unknown[]; isSealed?: boolean }[]
    }
    const own = entries.find(({ userId }) => userId === person.userId)
    return own && [own.selections.length, own.isSealed ?? false]
  }

  it('somebody without an address enters once by the link, without a password, and is told nothing about it later', async () => {
    const { accountId, link } = await add('Uncle Bøb')
    expect(await find(accountId)).toEqual({ accountId, name: 'Uncle Bøb', userName: '', admittedBy: 'The power' })
    // A scanner or a preview opens it: nothing is used up.
    for (const path of [link, link]) expect((await newBrowser().get(path)).text).toContain('Welcome, Uncle Bøb')
    const browser = newBrowser()
    const entered = await use(browser, link)
    expect([entered.status, entered.location?.pathname]).toEqual([303, '/entry/new'])
    const bob = await open(browser)
    const user = await (await pool.call(api.user(), bob)).json()
    expect(user).toMatchObject({ name: 'Uncle Bøb', userName: '' })
    expect(user.linkUsedAt).toBeUndefined()
    expect(decodeJwt(bob.idToken)).toMatchObject({ name: 'Uncle Bøb', email: '', email_verified: false })
    for (const other of [newBrowser(), browser]) expect((await use(other, link)).status).toBe(410)
    const log = await db().selectFrom('audit_log').select(['action', 'user_id']).orderBy('id').execute()
    const { power } = pool.people
    expect(log.slice(-3)).toEqual([
      { action: 'person added', user_id: power.userId },
      { action: 'link to enter made', user_id: power.userId },
      { action: 'account entered by a link', user_id: bob.userId },
    ])
  })

  it('nothing shows or uses the stand-in for an address, and no mail goes there', async () => {
    const mails = sink.emails.length
    const { link } = await add('Pat No-Address')
    const browser = newBrowser()
    await use(browser, link, password)
    const pat = await open(browser)
    const entries = await createEntryClient(pool)
    expect(await entries.create(pat, entries.fill(pat))).toMatchObject({ status: 200 })
    const { admin, power } = pool.people
    await pool.send('POST', api.adminReminders(pool.tournamentId), power, { userIds: [pat.userId] })
    await pool.call(api.adminSendAuditMail(), admin)
    const entrants = await listRecipients(db(), pool.tournamentId, { hasEntry: true })
    expect(entrants.find(({ id }) => id === pat.userId)).toMatchObject({ email: '' })
    const seen = [
      JSON.stringify(await collectPersonalData(db(), pat.userId, clock.now())),
      (await browser.get('/Identity/Account/Manage')).text,
      (await browser.get('/Identity/Account/Delete')).text,
      (await browser.get('/Identity/Account/SecondFactor')).text,
    ]
    const paths = [
      [api.adminUsers(), admin],
      [api.adminTournamentUsers(pool.tournamentId), power],
      [api.adminReminders(pool.tournamentId), power],
      [api.adminPayments(pool.tournamentId), power],
      [api.adminAuditLog(null), admin],
      [api.notifications(), pat],
    ] as const
    for (const [path, by] of paths) {
      const response = await pool.call(path, by)
      expect([path, response.status]).toEqual([path, 200])
      seen.push(await response.text())
    }
    expect(
      await pool.send('POST', api.adminMergePreview(), admin, [pat.userId, pool.people.newcomer.userId]),
    ).toMatchObject({ status: 409 })
    const audit = await sink.nextMailTo('admin@example.com')
    for (const text of [...seen, audit.data]) expect(text).not.toContain('.invalid')
    expect(sink.emails.slice(mails).filter(({ to }) => to.join().includes('.invalid'))).toEqual([])
  })

  it('with a password they also sign in by their name, which is unlike that of any other', async () => {
    const both = [await add('Kim Lee'), await add('Kim Lee')]
    for (const { link } of both) await use(newBrowser(), link, password)
    const [first, second] = [
      await signIn(newBrowser(), origin, { email: 'Kim.Lee', password }),
      await signIn(newBrowser(), origin, { email: 'kim.lee.2', password }),
    ]
    expect(decodeJwt(first.accessToken).sub).toBe(both[0]?.accountId)
    expect(decodeJwt(second.accessToken).sub).toBe(both[1]?.accountId)
    const wrong = newBrowser()
    const refused = await wrong.submit(await openSignIn(wrong, beginSignIn(origin)), { email: 'nobody.here', password })
    expect([refused.status, refused.text.includes('Wrong email or password')]).toEqual([400, true])
  })

  it('a weak password is refused and the link still works; the browser is signed in as nobody else afterwards', async () => {
    const { link, accountId } = await add('Lent Phone')
    const browser = newBrowser()
    const owner = await add('The owner of the phone')
    await use(browser, owner.link)
    const lender = await open(browser)
    // Whoever lends their phone is told before, and can go back.
    const shown = await browser.get(link)
    expect(shown.text).toContain('This device is signed in as The owner of the phone.')
    expect(shown.text).toContain('chooses “Logout” in the menu')
    expect(shown.text).toMatch(/<a href="\/">Back to .* as The owner of the phone<\/a>/)
    expect((await newBrowser().get(link)).text).not.toContain('This device is signed in')
    const weak = await use(browser, link, 'password')
    expect([weak.status, weak.text.includes('Welcome, Lent Phone')]).toEqual([400, true])
    expect(weak.text).toContain('This device is signed in as The owner of the phone.')
    expect(await statusOf(lender)).toBe(200)
    expect((await browser.submit(weak, { password: '' })).status).toBe(303)
    expect(await statusOf(lender)).toBe(401)
    expect(decodeJwt((await open(browser)).token).sub).toBe(accountId)
  })

  it('a new link ends the one before, all sessions and the password, and whoever uses it sees no picks saved before', async () => {
    const { link, newLink, accountId } = await add('Lost Phone')
    const lost = newBrowser()
    await use(lost, link, password)
    const before = await open(lost)
    const entries = await createEntryClient(pool)
    expect(await entries.create(before, entries.fill(before, 1))).toMatchObject({ status: 200 })
    const replaced = await newLink()
    const renewed = await newLink()
    const now = clock.now()
    await addSecondFactor(db(), accountId, { secret: 'secret', lastStep: 0 }, now)
    await addConnectedSignIn(db(), { issuer: passkeyIssuer, subject: accountId, accountId, email: null }, now)
    const device = { userId: before.userId, endpoint: 'https://push.example/1', p256dh: '', auth: '', device: 'Phone' }
    await inTransaction(db(), (trx) => saveSubscription(trx, device, now))
    // Until it is used, nothing has changed for its owner.
    expect([await statusOf(before), (await use(newBrowser(), replaced)).status]).toEqual([200, 410])

    const midway = newBrowser()
    const half = await midway.submit(await openSignIn(midway, beginSignIn(origin)), { email: 'lost.phone', password })
    const page = await newBrowser().get(String(renewed))
    const found = newBrowser()
    expect((await use(found, renewed)).status).toBe(303)
    expect([await findSecondFactor(db(), accountId), await listConnectedSignIns(db(), accountId)]).toEqual([
      undefined,
      [],
    ])
    expect(await listDevices(db(), before.userId)).toEqual([])
    const other = newBrowser()
    expect((await other.submit({ ...page, url: new URL(origin) }, {})).status).not.toBe(303)
    expect(await statusOf(before)).toBe(401)
    const end = await midway.follow(half, isCallback)
    expect(end.location?.searchParams.get('code')).toBeFalsy()
    const again = newBrowser()
    const refused = await again.submit(await openSignIn(again, beginSignIn(origin)), { email: 'lost.phone', password })
    expect(refused.status).toBe(400)

    const after = await open(found)
    expect(after.userId).toBe(before.userId)
    expect(await readEntry(after)).toEqual([0, true])
    expect((await (await pool.call(api.user(), after)).json()).linkUsedAt).toEqual(expect.any(String))
    expect(await find(accountId)).toBeDefined()
  })

  it('of two who use the link at once, one enters', async () => {
    const { link } = await add('Two Phones')
    const browsers = [newBrowser(), newBrowser()]
    const pages = await Promise.all(browsers.map((browser) => browser.get(link)))
    const answers = await Promise.all(pages.map((page, index) => browsers[index]?.submit(page, {})))
    expect(answers.map((answer) => answer?.status).toSorted()).toEqual([303, 410])
  })

  it('somebody without a password gets an email that asks for none, if the organiser sends the confirmation again', async () => {
    const email = `${randomUUID()}@example.org`
    const { link, accountId } = await add('Bo', email)
    await use(newBrowser(), link)
    await post({ accountId, action: 'sendAgain' })
    const { pathname, search } = getLink(await sink.nextMailTo(email))
    const owner = newBrowser()
    const page = await owner.get(pathname + search)
    expect(page.text).toContain('<h1>Choose a new password</h1>')
    expect((await owner.submit(page, { password })).status).toBe(200)
    expect((await findAccountByEmail(db(), email))?.emailVerified).toBe(true)
  })

  it('an address is unconfirmed until its owner proves it, who then gets the account with nothing prepared on it', async () => {
    const email = `${randomUUID()}@example.org`
    const { link, accountId, newLink } = await add('Ann', email)
    expect(await findAccountByEmail(db(), email)).toMatchObject({ id: accountId, emailVerified: false })
    const stranger = newBrowser()
    await use(stranger, link, password)
    const ann = await open(stranger)
    const entries = await createEntryClient(pool)
    expect(await entries.create(ann, entries.fill(ann, 2))).toMatchObject({ status: 200 })
    const open7 = await newLink()
    expect(sink.emails.filter(({ to }) => to.includes(email))).toEqual([])

    const owner = newBrowser()
    await owner.submit(await owner.get('/Identity/Account/ForgotPassword'), { email })
    const { pathname, search } = getLink(await sink.nextMailTo(email))
    const form = await owner.get(pathname + search)
    expect(form.text).not.toContain('optional')
    expect((await owner.submit(form, { password: '' })).status).toBe(400)
    expect((await owner.submit(await owner.get(pathname + search), { password: `${password} 2` })).status).toBe(200)
    expect([await statusOf(ann), (await use(newBrowser(), open7)).status]).toEqual([401, 410])
    expect(await newLink()).toMatchObject({ type: 'urn:player-pool:problem:not-found' })
    const proved = await open(owner)
    expect([proved.userId, await readEntry(proved), await find(accountId)]).toEqual([ann.userId, [0, true], undefined])
  })

  it('a taken or wrong address and an empty name are refused; the same request again replaces the link', async () => {
    const email = `${randomUUID()}@example.org`
    const requestKey = randomUUID()
    const first = await add('Twice', email, requestKey)
    const second = await add('Twice', email, requestKey)
    expect((await newBrowser().get(first.link)).status).toBe(410)
    expect((await newBrowser().get(second.link)).status).toBe(200)
    const taken = { requestKey: randomUUID(), name: 'Other', email }
    expect(await post(taken)).toMatchObject({ fields: [{ field: 'email', message: 'has an account already' }] })
    expect(await post({ ...taken, email: 'no address' })).toMatchObject({ fields: [{ field: 'email' }] })
    expect(await post({ ...taken, email: '', name: ' ' })).toMatchObject({ fields: [{ field: 'name' }] })
    // Nobody gets a link to somebody else's account.
    const { id } = (await db()
      .selectFrom('accounts')
      .select('id')
      .where('admitted_by', 'is', null)
      .limit(1)
      .executeTakeFirst()) ?? { id: 'nobody-here' }
    expect(await post({ accountId: id, action: 'newLink' })).toMatchObject({ status: 404 })
  })

  it('a link ends after 7 days, with a block, with a role, and with a deletion; organisers get none', async () => {
    const [late, blocked, promoted, deleted] = [
      await add('Late'),
      await add('Blocked'),
      await add('Promoted'),
      await add('Deleted'),
    ]
    const idOf = async ({ accountId }: { accountId: string }) => {
      const row = db().selectFrom('user_identities').select('user_id').where('subject', '=', accountId)
      return (await row.executeTakeFirstOrThrow()).user_id
    }
    const { admin, player, newcomer } = pool.people
    const act = (userId: number, action: string) => pool.send('POST', api.adminUser(), admin, { userId, action })
    expect((await act(await idOf(blocked), 'block')).status).toBe(200)
    await setRole(db(), await idOf(promoted), 'power', true)
    expect((await act(await idOf(deleted), 'delete')).status).toBe(200)
    const statuses = []
    for (const { link } of [blocked, promoted, deleted]) statuses.push((await use(newBrowser(), link)).status)
    expect(statuses).toEqual([410, 410, 410])
    for (const [{ newLink }, type] of [
      [blocked, 'not-found'],
      [promoted, 'user-protected'],
      [deleted, 'not-found'],
    ] as const)
      expect(await newLink()).toMatchObject({ type: `urn:player-pool:problem:${type}` })
    await act(await idOf(blocked), 'unblock')
    expect((await use(newBrowser(), await blocked.newLink())).status).toBe(303)

    for (const by of [player, newcomer])
      expect(await post({ requestKey: randomUUID(), name: 'No', email: '' }, by)).toMatchObject({ status: 403 })

    clock.advance(7 * day - 60_000)
    expect((await newBrowser().get(late.link)).status).toBe(200)
    clock.advance(60_000)
    expect((await use(newBrowser(), late.link)).status).toBe(410)
  })
})
