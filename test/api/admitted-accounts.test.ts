import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addConnectedSignIn,
  addSecondFactor,
  createCode,
  findAccountByEmail,
  inTransaction,
  listOrganiserAddresses,
  listRecipients,
  lockAccount,
  removeUnconfirmedAccounts,
  setRole,
} from '#built/harness.mjs'
import { type UnconfirmedAction, unconfirmedList } from '#contract/admin-contract.ts'
import { invitation, invitationList } from '#contract/invitation-contract.ts'
import { reminders } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { getAccount } from '#test/support/account-rows.ts'
import { openLink, openMail } from '#test/support/account-steps.ts'
import { addUser } from '../support/add-user.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { createFormBrowser, type FormBrowser, register } from '../support/form-browser.ts'
import { beginSignIn, isCallback, openSignIn, signIn } from '../support/oidc-client.ts'
import { countWaitingMessages } from '../support/outbox-rows.ts'
import { countLockWaits } from '../support/postgres-sessions.ts'
import { getLink, startSmtpSink } from '../support/smtp-sink.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const password = 'long drive into rough'
const chosen = 'putter on a wet green'

describe.each(databaseKinds())('an account whose address nobody has confirmed, over $name,', (kind) => {
  let pool: TestPool
  let sink: Awaited<ReturnType<typeof startSmtpSink>>
  let origin: string
  let email: string
  let account: { email: string; password: string }

  beforeAll(async () => {
    sink = await startSmtpSink()
    const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
    const start = new Date(Date.now() + 7_200_000)
    pool = await openTestPool({ kind, mail, start, startAt: 'scheduled', rateLimitFactor: 0, withoutScores: true })
    origin = pool.app.config.publicUrl
  })
  afterAll(async () => {
    await pool.close()
    await sink.close()
  })
  beforeEach(() => {
    email = `${randomUUID()}@example.org`
    account = { email, password }
  })

  const newBrowser = () => createFormBrowser(origin)
  const db = () => pool.app.database.db

  /** Opens the link of the next mail. */
  const openNextMail = async (browser: FormBrowser) => openMail(browser, await sink.nextMailTo(email))

  /** Registers; the mail is lost. Returns the id of the account. */
  async function registerLost(): Promise<string> {
    await register(newBrowser(), { name: 'Pat', ...account })
    await sink.nextMailTo(email)
    return (await getAccount(db(), email)).id
  }

  async function act(accountId: string, action: UnconfirmedAction['action'], by: Person = pool.people.power) {
    return (await pool.send('POST', api.adminUnconfirmed(), by, { accountId, action })).status
  }

  async function find(accountId: string) {
    const response = await pool.call(api.adminUnconfirmed(), pool.people.power)
    return unconfirmedList.parse(await response.json()).find((each) => each.accountId === accountId)
  }

  async function enter(browser = newBrowser(), as = account): Promise<Person> {
    const { accessToken } = await signIn(browser, origin, as)
    const response = await pool.call(api.user(), { userId: 0, token: accessToken })
    return { userId: (await response.json()).id, token: accessToken }
  }

  async function merge(...userIds: number[]) {
    const response = await pool.send('POST', api.adminMergeUsers(), pool.people.admin, userIds)
    return response.status === 200 ? 'merged' : problemDetails.parse(await response.json()).detail
  }

  const audited = async (accountId: string) => {
    const log = db().selectFrom('audit_log').select(['action', 'user_id']).orderBy('id')
    const rows = await log.where('details', 'like', `%${accountId}%`).execute()
    return rows.map(({ action, user_id }) => [action, user_id])
  }

  it('is seen by organisers, also under its link, and gets its confirmation again', async () => {
    const request = { requestKey: randomUUID(), expiresAt: null, maxUses: null, isOnWall: false }
    const created = await pool.send('POST', api.adminInvitations(pool.tournamentId), pool.people.power, request)
    const { id, url } = invitation.parse(await created.json())
    const browser = newBrowser()
    await browser.submit(await browser.follow(await browser.get(new URL(url).pathname)), { name: 'Pat', ...account })
    const lost = getLink(await sink.nextMailTo(email))
    const accountId = (await getAccount(db(), email)).id
    expect(await find(accountId)).toEqual({ accountId, name: 'Pat', userName: email, admittedBy: null })
    const list = await pool.call(api.adminInvitations(pool.tournamentId), pool.people.power)
    const own = invitationList.parse(await list.json()).invitations.find((each) => each.id === id)
    expect(own?.guests).toMatchObject([{ accountId, name: 'Pat', enteredAt: null }])

    for (const by of [pool.people.player, pool.people.newcomer]) {
      expect((await pool.call(api.adminUnconfirmed(), by)).status).toBe(403)
      for (const action of ['sendAgain', 'admit'] as const) expect(await act(accountId, action, by)).toBe(403)
    }
    expect(await act(accountId, 'sendAgain')).toBe(200)
    const page = await openNextMail(browser)
    expect((await openLink(browser, lost)).status).toBe(410)
    expect((await browser.submit(page, { password })).status).toBe(303)
    expect(await find(accountId)).toBeUndefined()
    for (const action of ['sendAgain', 'admit'] as const) {
      const refusal = await pool.send('POST', api.adminUnconfirmed(), pool.people.power, { accountId, action })
      const { type } = problemDetails.parse(await refusal.json())
      expect([refusal.status, problemCode(type)]).toEqual([409, 'email-confirmed'])
    }
    expect(await act('nobody', 'admit')).toBe(404)
    expect(await audited(accountId)).toEqual([['confirmation sent again', pool.people.power.userId]])
    expect((await findAccountByEmail(db(), email))?.admittedBy).toBeUndefined()
  })

  it('signs in once it is admitted, but proves nothing: no role, no imported user, no merge, no mail about the pool', async () => {
    const imported = await addUser(db(), { name: 'Pat of old', email, isReal: false })
    const accountId = await registerLost()
    const refused = await openSignIn(newBrowser(), beginSignIn(origin))
    const browser = newBrowser()
    const waiting = await browser.submit(await openSignIn(browser, beginSignIn(origin)), account)
    expect([refused.status, waiting.text.includes('Check your email')]).toEqual([200, true])
    expect(await act(accountId, 'admit')).toBe(200)
    expect(await act(accountId, 'admit', pool.people.admin)).toBe(200)
    expect(await audited(accountId)).toEqual([['account admitted', pool.people.power.userId]])
    expect(await find(accountId)).toMatchObject({ admittedBy: 'The power' })

    const pat = await enter()
    expect(decodeJwt(pat.token)).toMatchObject({ email, email_verified: false })
    expect(pat.userId).not.toBe(imported)
    const stored = await db().selectFrom('users').selectAll().where('id', '=', pat.userId).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ email_verified: 0, is_real: 1 })
    await db().deleteFrom('users').where('id', '=', imported).execute()
    const link = await pool.send('POST', api.adminOrganiserLink(), pool.people.admin, { isOpen: true })
    const [, code] = (await link.json()).link.split('#')
    expect((await pool.send('POST', api.organiserAccept(), pat, { code })).status).toBe(409)

    const refusal = `They have to confirm their address before a merge: Pat (${email}).`
    for (const userIds of [
      [pat.userId, pool.people.newcomer.userId],
      [pool.people.newcomer.userId, pat.userId],
    ]) {
      expect(await merge(...userIds)).toBe(refusal)
      expect((await pool.send('POST', api.adminMergePreview(), pool.people.admin, userIds)).status).toBe(409)
    }

    const mails = sink.emails.length
    const reminded = await pool.call(api.adminReminders(pool.tournamentId), pool.people.power)
    const { people } = reminders.parse(await reminded.json())
    expect(people.find(({ id }) => id === pat.userId)).toMatchObject({ canBeReminded: false })
    await pool.send('POST', api.adminReminders(pool.tournamentId), pool.people.power, { userIds: [pat.userId] })
    const entries = await createEntryClient(pool)
    expect(await entries.create(pat, entries.fill(pat))).toMatchObject({ status: 200 })
    const entrants = await listRecipients(db(), pool.tournamentId, { hasEntry: true })
    expect(entrants.find(({ id }) => id === pat.userId)).toMatchObject({ email: '' })
    await setRole(db(), pat.userId, 'admin', true)
    expect(await listOrganiserAddresses(db(), 'admins', new Date())).toEqual(['admin@example.com'])
    await setRole(db(), pat.userId, 'admin', false)
    expect(sink.emails.slice(mails).filter(({ to }) => to.includes(email))).toEqual([])
  })

  it('is kept once it is admitted, until the owner of the address wants it back', async () => {
    const accountId = await registerLost()
    await act(accountId, 'admit')
    const at = new Date(Date.now() + 365 * 86_400_000)
    await inTransaction(db(), (trx) => removeUnconfirmedAccounts(trx, { at }))
    expect(await find(accountId)).toBeDefined()
    await inTransaction(db(), (trx) => removeUnconfirmedAccounts(trx, { email }))
    expect(await find(accountId)).toBeUndefined()
  })

  it('tells nobody at its address when the person who was admitted changes to their own', async () => {
    const accountId = await registerLost()
    await act(accountId, 'admit')
    const pat = newBrowser()
    await enter(pat)
    const own = `own-${email}`
    const manage = '/Identity/Account/Manage'
    await pat.submit(await pat.get(manage), { email: own, emailPassword: password }, `${manage}/Email`)
    const { pathname, search } = getLink(await sink.nextMailTo(own))
    expect((await pat.submit(await pat.get(pathname + search), {})).text).toContain(own)
    expect(await findAccountByEmail(db(), own)).toMatchObject({ id: accountId, emailVerified: true })
    expect(await find(accountId)).toBeUndefined()
    expect(sink.emails.filter(({ to }) => to.includes(email))).toHaveLength(1)
    // The address is free for its owner.
    expect(await registerLost()).not.toBe(accountId)
  })

  /** How the owner of the address proves it, in an order with the admission; returns their browser. */
  const proofs: Record<string, (admit: () => Promise<void>, accountId: string) => Promise<FormBrowser>> = {
    async 'a reset of the password'(admit) {
      await admit()
      const owner = newBrowser()
      await owner.submit(await owner.get('/Identity/Account/ForgotPassword'), { email })
      await owner.submit(await openNextMail(owner), { password: chosen })
      return owner
    },
    async 'a reset that was asked for before the admission'(admit) {
      const owner = newBrowser()
      await owner.submit(await owner.get('/Identity/Account/ForgotPassword'), { email })
      const page = await openNextMail(owner)
      await admit()
      await owner.submit(page, { password: chosen })
      return owner
    },
    async 'a registration with the same address'(admit) {
      await admit()
      const owner = newBrowser()
      await register(owner, { name: 'The owner', email, password: chosen })
      await owner.submit(await openNextMail(owner), { password: chosen })
      return owner
    },
    async 'the confirmation with the password'(admit, accountId) {
      await admit()
      await act(accountId, 'sendAgain')
      const owner = newBrowser()
      await owner.submit(await openNextMail(owner), { password })
      return owner
    },
  }

  it.each(Object.keys(proofs))(
    'belongs to whoever proves the address by %s: nothing prepared on it stays',
    async (name) => {
      const prove = proofs[name]
      if (!prove) throw new Error('never')
      const accountId = await registerLost()
      const other = newBrowser()
      const unfinished = newBrowser()
      let pat: Person = { userId: 0, token: '' }
      let half = await newBrowser().get('/Identity/Account/Login')
      const entries = await createEntryClient(pool)
      const owner = await prove(async () => {
        await act(accountId, 'admit')
        pat = await enter(other)
        half = await unfinished.submit(await openSignIn(unfinished, beginSignIn(origin)), account)
        expect(await entries.create(pat, entries.fill(pat, 2))).toMatchObject({ status: 200 })
        const now = new Date()
        await addSecondFactor(db(), accountId, { secret: 'secret', lastStep: 0 }, now)
        await addConnectedSignIn(db(), { issuer: 'https://other.example', subject: accountId, accountId, email }, now)
        const device = { endpoint: `https://push.example/${accountId}`, p256dh: '', auth: '', device: 'Phone' }
        const columns = { user_id: pat.userId, created_at: now.toISOString() }
        await db()
          .insertInto('push_subscriptions')
          .values({ ...device, ...columns } as never)
          .execute()
      }, accountId)
      const isByPassword = name.includes('with the password')
      const code = await createCode(db(), 'change-email', { accountId, email: `thief-${email}` }, new Date(0))

      expect((await pool.call(api.user(), pat)).status).toBe(401)
      const silently = await other.get(beginSignIn(origin, { prompt: 'none' }).path)
      expect(silently.location?.searchParams.get('error')).toBe('login_required')
      const end = await unfinished.follow(half, isCallback)
      expect(end.location?.searchParams.get('code')).toBeFalsy()
      for (const table of ['second_factors', 'connected_sign_ins'] as const)
        expect(await db().selectFrom(table).selectAll().where('account_id', '=', accountId).execute()).toEqual([])
      const devices = db().selectFrom('push_subscriptions').selectAll()
      expect(await devices.where('user_id', '=', pat.userId).execute()).toEqual([])
      expect(code).not.toBe('')

      // The ticket of the proof is enough.
      const person = await enter(owner)
      expect(person.userId).toBe(pat.userId)
      expect(decodeJwt(person.token)).toMatchObject({ email, email_verified: true })
      expect(await find(accountId)).toBeUndefined()
      const whole = api.tournament(pool.tournamentId, { players: false, entries: true })
      const { entries: shown } = (await (await pool.call(whole, person)).json()) as {
        entries: { userId: number; selections: unknown[]; isSealed?: boolean }[]
      }
      const own = shown.find(({ userId }) => userId === pat.userId)
      expect([own?.selections.length, own?.isSealed ?? false]).toEqual(isByPassword ? [12, false] : [0, true])
      const wrong = newBrowser()
      const again = await wrong.submit(await openSignIn(wrong, beginSignIn(origin)), account)
      expect(again.status).toBe(isByPassword ? 303 : 400)
      // From now on it is an account like any other.
      const target = await addPerson(pool.app, randomUUID())
      if (!isByPassword) expect(await merge(target.userId, person.userId)).toContain('could reveal picks')
    },
  )

  it.each([
    ['an admission', 'a proof'],
    ['a proof', 'an admission'],
  ] as const)('belongs to whoever proves the address when %s comes just before %s', async (...order) => {
    const accountId = await registerLost()
    const owner = newBrowser()
    await owner.submit(await owner.get('/Identity/Account/ForgotPassword'), { email })
    const page = await openNextMail(owner)
    const acts = {
      // Refused if the proof has come first.
      'an admission': async () => expect([200, 409]).toContain(await act(accountId, 'admit')),
      'a proof': async () => expect((await owner.submit(page, { password: chosen })).status).toBe(200),
    }
    const { database } = pool.app.config
    if (database.kind === 'sqlite') {
      // It has one writer at a time.
      await Promise.all(order.map((name) => acts[name]()))
    } else {
      // Both wait for the same lock.
      const other = await db().startTransaction().execute()
      await lockAccount(other, { id: accountId, signInsValidFrom: null })
      const running: Promise<void>[] = []
      for (const name of order) {
        running.push(acts[name]())
        await expect.poll(() => countLockWaits(database), { interval: 10 }).toBe(running.length)
      }
      await other.commit().execute()
      await Promise.all(running)
    }
    expect(await find(accountId)).toBeUndefined()
    const stored = await findAccountByEmail(db(), email)
    expect([stored?.emailVerified, stored?.admittedBy]).toEqual([true, undefined])
    const wrong = newBrowser()
    expect((await wrong.submit(await openSignIn(wrong, beginSignIn(origin)), account)).status).toBe(400)
    const person = await enter(newBrowser(), { email, password: chosen })
    expect(decodeJwt(person.token)).toMatchObject({ email, email_verified: true })
  })

  it('several accounts of one person are one guest of their link after a merge', async () => {
    const request = { requestKey: randomUUID(), expiresAt: null, maxUses: null, isOnWall: false }
    const path = api.adminInvitations(pool.tournamentId)
    const created = await pool.send('POST', path, pool.people.power, request)
    const { id, url } = invitation.parse(await created.json())
    const guests = async () => {
      const list = invitationList.parse(await (await pool.call(path, pool.people.power)).json())
      return list.invitations.find((each) => each.id === id)?.guests ?? []
    }
    const ids: number[] = []
    for (const name of ['Pat', 'Pat again']) {
      email = `${randomUUID()}@example.org`
      const browser = newBrowser()
      const form = await browser.follow(await browser.get(new URL(url).pathname))
      await browser.submit(form, { name, email, password })
      await browser.submit(await openNextMail(browser), { password })
      ids.push((await enter(browser, { email, password })).userId)
    }
    expect((await guests()).map(({ name }) => name)).toEqual(['Pat again', 'Pat'])
    expect(await merge(...ids)).toBe('merged')
    expect(await guests()).toMatchObject([{ name: 'Pat', registeredAt: expect.any(String), enteredAt: null }])
    const reminded = await pool.call(api.adminReminders(pool.tournamentId), pool.people.power)
    const people = reminders.parse(await reminded.json()).people.filter(({ id: userId }) => ids.includes(userId))
    expect(people.map(({ id: userId }) => userId)).toEqual([ids[0]])
  })
})

it('a mailbox gets at most five emails of a kind in half an hour, however often organisers send its confirmation again', async () => {
  const sink = await startSmtpSink()
  const mail = { kind: 'smtp', url: sink.url, from: 'pool@example.org' } as const
  const pool = await openTestPool({ mail, withoutScores: true })
  const { db } = pool.app.database
  const email = `${randomUUID()}@example.org`
  await register(createFormBrowser(pool.app.config.publicUrl), { name: 'Pat', email, password })
  await sink.nextMailTo(email)
  const body = { accountId: (await findAccountByEmail(db, email))?.id, action: 'sendAgain' }
  for (const by of [pool.people.power, pool.people.admin, pool.people.power, pool.people.admin, pool.people.power]) {
    expect((await pool.send('POST', api.adminUnconfirmed(), by, body)).status).toBe(200)
  }
  await expect.poll(() => countWaitingMessages(db)).toBe(0)
  expect(sink.emails.filter(({ to }) => to.includes(email))).toHaveLength(5)
  await pool.close()
  await sink.close()
})
