import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addTournament, createUserDeletion, inTransaction, listAuditEntries, saveSettings } from '#built/harness.mjs'
import {
  invitationList,
  invitationMails,
  type NewInvitationMails,
  sentInvitationMails,
} from '#contract/invitation-contract.ts'
import { api } from '#contract/paths.ts'
import { defaultPreferences } from '#domain/notifications/notification-preferences.ts'
import { buildTournament } from '../support/build-tournament.ts'
import { createFormBrowser } from '../support/form-browser.ts'
import { type ParsedMail, parseMail } from '../support/mail-parser.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const start = new Date('2026-06-19T11:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const nobody = { sent: 0, repeated: 0, waiting: 0 }

let clock: TestClock
let pool: TestPool
let sink: Awaited<ReturnType<typeof startSmtpSink>>

async function open(options: Parameters<typeof openTestPool>[0] = {}): Promise<void> {
  clock = buildClock(new Date('2026-06-10T11:00:00Z'))
  sink = await startSmtpSink()
  pool = await openTestPool({
    ...{ clock, start, startAt: 'scheduled', withoutScores: true },
    signUp: { mode: 'invite', domains: [] },
    mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
    ...options,
  })
}

const path = () => api.adminInvitationMails(pool.tournamentId)

function post(addresses: NewInvitationMails['addresses'], person: Person = pool.people.power): Promise<Response> {
  return pool.send('POST', path(), person, { addresses })
}

async function invite(addresses: NewInvitationMails['addresses'], person?: Person) {
  const response = await post(addresses, person)
  expect(response.status).toBe(200)
  return sentInvitationMails.parse(await response.json())
}

const preview = async () => invitationMails.parse(await (await pool.call(path(), pool.people.power)).json())

const links = async () =>
  invitationList.parse(await (await pool.call(api.adminInvitations(pool.tournamentId), pool.people.power)).json())

/** The addresses of the invitations in the outbox and of those that were sent, in alphabetical order. */
async function listInvited(): Promise<string[]> {
  await expect.poll(async () => (await waiting()).length).toBe(0)
  return sink.emails.flatMap(({ to, data }) => (data.includes('invites you') ? to : [])).toSorted()
}

const waiting = () =>
  pool.app.database.db.selectFrom('outbox').select('id').where('request_key', 'like', 'invitation:%').execute()

const mailTo = async (address: string): Promise<ParsedMail> => parseMail((await sink.nextMailTo(address)).data)

/** The links in the text of an email: to join, and to refuse. */
const linksIn = ({ text }: ParsedMail) => [...text.matchAll(/https?:\/\/\S+/g)].map(([url]) => new URL(url))

describe.each(databaseKinds())('invitations by email over $name', (kind) => {
  beforeEach(() => open({ kind }))
  afterEach(async () => {
    await pool.close()
    await sink.close()
  })

  it('all have the same link, with the organiser’s name and a way to refuse, and give no account by themselves', async () => {
    const { text, subject } = (await preview()).message
    expect(await invite(['Ann@Example.org', 'bo@example.org', 'ann@example.org'])).toEqual({ ...nobody, sent: 2 })
    const [ann, bo] = [await mailTo('ann@example.org'), await mailTo('bo@example.org')]
    expect(ann.subject).toBe(`The power invites you to ${pool.simulator.name}`)
    expect([subject, text.split('\n')[2]]).toEqual([ann.subject, ann.text.split('\n')[2]])
    for (const part of ['The power invites you', pool.simulator.name, '19 June 2026, 11:00 UTC', 'refuse further']) {
      expect(ann.text).toContain(part)
      expect(ann.html).toContain(part)
    }
    // No organiser wrote it, so nobody replies to one.
    expect([ann.recipients, ann.replyTo]).toEqual([['ann@example.org'], []])
    const [join, refusal] = linksIn(ann)
    expect(linksIn(bo)[0]?.href).toBe(join?.href)
    expect(linksIn(bo)[1]?.href).not.toBe(refusal?.href)

    // Whoever has the link registers like everybody else: with any address, which then has to be confirmed.
    const browser = createFormBrowser(pool.app.config.publicUrl)
    const form = await browser.follow(await browser.get(join?.pathname ?? ''))
    const applicant = { name: 'Ann', email: `${randomUUID()}@example.org`, password: 'long drive into rough' }
    expect((await browser.submit(form, applicant)).text).toContain('Check your email')
    const { db } = pool.app.database
    const accounts = db.selectFrom('accounts').select(['email', 'email_verified']).where('name', '=', 'Ann')
    await expect.poll(() => accounts.execute()).toEqual([{ email: applicant.email, email_verified: 0 }])
    expect((await links()).invitations).toMatchObject([
      { url: join?.href, isMailed: true, opened: 1, guests: [{ name: 'Ann', enteredAt: null }] },
    ])
    expect(
      (await listAuditEntries(db, { before: undefined, count: 50 })).find(({ action }) => action === 'invitations sent')
        ?.details,
    ).toEqual({
      ...{ tournamentId: pool.tournamentId, count: 2, lastTime: false },
    })
    // No address of a stranger stays.
    await listInvited()
    for (const table of ['outbox', 'audit_log', 'invitation_mails'] as const) {
      const rows = await db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows.filter((row) => !JSON.stringify(row).includes(applicant.email)))).not.toMatch(
        /ann@|bo@/,
      )
    }
  })

  it('do not reach who is blocked or deleted, has entered or wants no messages, and the answer says nothing of that', async () => {
    const { player, newcomer, admin } = pool.people
    const { db } = pool.app.database
    const off = { choices: { ...defaultPreferences, message: 'off' as const }, quietHours: null, timeZone: 'UTC' }
    await saveSettings(db, admin.userId, off)
    await db.updateTable('users').set({ is_blocked: 1 }).where('id', '=', newcomer.userId).execute()
    const gone = await db
      .insertInto('users')
      .values({ name: 'Gone', email: 'gone@example.org', email_verified: 1, created_at: clock.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await createUserDeletion({ ...pool.app, db, clock }).deleteUser(gone.id, 'owner')).toEqual({
      kind: 'deleted',
    })
    const people = ['player', 'newcomer', 'admin'].map((name) => `${name}@example.com`)
    for (const address of [...people, 'gone@example.org', 'stranger@example.org', 'power@example.com'])
      expect(await invite([address]), address).toEqual({ ...nobody, sent: 1 })
    for (const address of [...people, 'stranger@example.org'])
      expect(await invite([address]), address).toEqual({ ...nobody, repeated: 1 })
    expect(await listInvited()).toEqual(['power@example.com', 'stranger@example.org'])
    expect(await preview()).toMatchObject({ invited: 6, left: 194 })

    // A person who was merged is who they were merged into.
    await db.updateTable('users').set({ merged_into: newcomer.userId }).where('id', '=', player.userId).execute()
    await db.updateTable('users').set({ email: 'other@example.org' }).where('id', '=', player.userId).execute()
    await invite(['other@example.org'])
    expect(await listInvited()).toHaveLength(2)
  })

  it('are one for an address and tournament, also from several organisers at once, and 200 a day for the pool', async () => {
    const addresses = Array.from({ length: 150 }, (_, index) => `guest-${index}@example.org`)
    const { power, admin } = pool.people
    const both = await Promise.all([invite(addresses, power), invite(addresses, admin)])
    expect(both.toSorted((a, b) => b.sent - a.sent)).toEqual([
      { sent: 150, repeated: 0, waiting: 0 },
      { sent: 0, repeated: 150, waiting: 0 },
    ])
    const more = Array.from({ length: 60 }, (_, index) => `more-${index}@example.org`)
    expect(await invite(more)).toEqual({ sent: 50, repeated: 0, waiting: 10 })
    expect(await invite(['one@example.org'])).toEqual({ ...nobody, waiting: 1 })
    expect(await preview()).toMatchObject({ invited: 200, left: 0 })
    expect(new Set(await listInvited()).size).toBe(200)
    clock.advance(dayMs)
    expect(await invite(more)).toEqual({ sent: 10, repeated: 50, waiting: 0 })
    expect(new Set(await listInvited()).size).toBe(210)
    expect((await links()).invitations).toHaveLength(1)
  })

  it('go to everybody of last time who has not entered', async () => {
    const { db } = pool.app.database
    const { player, rival, newcomer, admin } = pool.people
    expect((await preview()).lastTime).toBeNull()
    expect(await invite(null)).toEqual(nobody)
    const add = async (name: string, at: string, people: Person[]) => {
      const { id: _, ...tournament } = { ...buildTournament(), name, start: at, active: false }
      const id = await inTransaction(db, (trx) => addTournament(trx, tournament, new Date(at)))
      const places = people.map(({ userId }) => ({ tournament_id: id, user_id: userId, entry_number: 1, place: 1 }))
      await db.insertInto('results').values(places).execute()
    }
    await add('Older Open', '2025-04-01T12:00:00.000Z', [admin])
    await add('Last Open', '2026-04-01T12:00:00.000Z', [player, rival, newcomer])
    await db.updateTable('users').set({ is_blocked: 1 }).where('id', '=', rival.userId).execute()
    expect((await preview()).lastTime).toEqual({ name: 'Last Open', people: 1 })
    expect(await invite(null)).toEqual({ ...nobody, sent: 1 })
    expect((await preview()).lastTime).toEqual({ name: 'Last Open', people: 0 })
    expect(await invite(null)).toEqual({ ...nobody, repeated: 1 })
    expect(await listInvited()).toEqual(['newcomer@example.com'])
  })

  it('can be refused without an account, by a form and not by opening the link, and then for every tournament', async () => {
    await invite(['ann@example.org'])
    const [, refusal] = linksIn(await mailTo('ann@example.org'))
    const { db } = pool.app.database
    const refusals = async () => (await db.selectFrom('invitation_refusals').selectAll().execute()).length
    const browser = createFormBrowser(pool.app.config.publicUrl)
    const page = await browser.get(refusal?.pathname ?? '')
    expect([page.status, await refusals()]).toEqual([200, 0])
    expect((await browser.submit(page, {})).text).toContain('You get no more invitations')
    expect((await browser.submit(page, {})).status, 'again').toBe(200)
    expect(await refusals()).toBe(1)
    expect((await browser.get('/Identity/NoInvitations/unknown')).status).toBe(404)
    const crossSite = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams() }
    expect((await fetch(refusal ?? '', crossSite)).status).toBe(403)

    await db.updateTable('tournaments').set({ active: 0 }).execute()
    const { id: _, ...next } = { ...buildTournament(), name: 'Next Open', start: start.toISOString(), active: true }
    const nextId = await inTransaction(db, (trx) => addTournament(trx, next, clock.now()))
    const addresses = ['ann@example.org', 'bo@example.org']
    const response = await pool.send('POST', api.adminInvitationMails(nextId), pool.people.power, { addresses })
    expect(await response.json()).toEqual({ ...nobody, sent: 2 })
    expect(await listInvited()).toEqual(['ann@example.org', 'bo@example.org'])
  })

  it('are refused after the start and the end, and for what is no address', async () => {
    for (const wrong of ['ann', 'a@b@c', 'ann@example.org, bo@example.org', 'uncle@no-address.invalid']) {
      const response = await post(['bo@example.org', wrong])
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { fields: [{ field: 'addresses', message: expect.stringContaining(wrong) }] },
      ])
    }
    expect((await post([])).status).toBe(400)
    clock.set(start)
    expect(await (await post(['bo@example.org'])).json()).toMatchObject({
      type: expect.stringContaining('entries-closed'),
    })
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    expect(await (await post(['bo@example.org'])).json()).toMatchObject({
      type: expect.stringContaining('tournament-ended'),
    })
    expect(await listInvited()).toEqual([])
  })

  it('have another link once the one before was revoked', async () => {
    await invite(['ann@example.org'])
    const [first] = (await links()).invitations
    await pool.send('POST', api.adminInvitationRevoke(pool.tournamentId), pool.people.power, {
      invitationId: first?.id,
    })
    await invite(['bo@example.org'])
    const [join] = linksIn(await mailTo('bo@example.org'))
    expect((await links()).invitations).toMatchObject([
      { url: join?.href, state: 'usable', isMailed: true },
      { id: first?.id, state: 'revoked', isMailed: true },
    ])
  })
})

it('while nobody can register, they have the address of the entry form and no link, and can be refused as well', async () => {
  await open({ signUp: { mode: 'closed', domains: [] } })
  expect(await invite(['ann@example.org'])).toEqual({ ...nobody, sent: 1 })
  const mail = await mailTo('ann@example.org')
  const [join, refusal] = linksIn(mail)
  expect(join?.href).toBe(`${pool.app.config.publicUrl}/entry/new`)
  expect(mail.text).not.toContain('create one')
  expect(await links()).toMatchObject({ canMail: true, invitations: [] })
  await refuse(refusal?.pathname ?? '')
  await pool.close()
  await sink.close()
})

it('with an external provider, they can be refused as well', async () => {
  await open({ signIn: { provider: 'external', authority: 'http://127.0.0.1:1', extraParams: {} } })
  const digest = createHash('sha256').update('token').digest('base64url')
  const values = { tournament_id: pool.tournamentId, digest, sent_at: clock.now().toISOString() }
  await pool.app.database.db.insertInto('invitation_mails').values(values).execute()
  await refuse('/Identity/NoInvitations/token')
  await pool.close()
  await sink.close()
})

async function refuse(path: string): Promise<void> {
  const browser = createFormBrowser(pool.app.config.publicUrl)
  expect((await browser.submit(await browser.get(path), {})).text).toContain('You get no more invitations')
  expect(await pool.app.database.db.selectFrom('invitation_refusals').select('digest').execute()).toHaveLength(1)
}

it('without a mail server none are sent, and organisers are told before', async () => {
  await open({ mail: { kind: 'files', from: 'pool@example.org' } })
  expect((await links()).canMail).toBe(false)
  const response = await post(['ann@example.org'])
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { type: expect.stringContaining('no-mail-server') },
  ])
  expect(await preview()).toMatchObject({ invited: 0, left: 200 })
  await pool.close()
  await sink.close()
})
