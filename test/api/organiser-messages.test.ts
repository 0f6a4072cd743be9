import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveSettings } from '#built/harness.mjs'
import { serverSetup } from '#contract/admin-contract.ts'
import {
  type MessageAudience,
  messagePreview,
  notifiedPeople,
  reminders,
  startMovePreview,
} from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { defaultPreferences } from '#domain/notifications/notification-preferences.ts'
import { parseMail } from '../support/mail-parser.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const now = new Date('2026-06-17T22:00:00Z')
const fee = {
  ...{ price: '10 USD', isPerEntry: false },
  ...{ howToPay: '', payouts: '', keepsWithdrawn: false, countsPaid: false, tiesByAnswers: false },
}

describe.each(databaseKinds())('messages of organisers over $name', (kind) => {
  let clock: TestClock
  let pool: TestPool
  let sink: Awaited<ReturnType<typeof startSmtpSink>>

  beforeAll(async () => {
    clock = buildClock(now)
    sink = await startSmtpSink()
    pool = await openTestPool({
      ...{ kind, clock, startAt: 'scheduled', withoutScores: true, rateLimitFactor: 1 },
      start: new Date('2026-06-19T11:00:00Z'),
      mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
    })
    const values = { fee: JSON.stringify(fee) }
    await pool.app.database.db.updateTable('tournaments').set(values).execute()
  })
  afterAll(async () => {
    await pool.close()
    await sink.close()
  })
  beforeEach(async () => {
    for (const table of ['outbox', 'payments', 'notice_settings', 'rate_limits'] as const)
      await pool.app.database.db.deleteFrom(table).execute()
    sink.emails.length = 0
  })

  const path = () => api.adminMessage(pool.tournamentId)
  async function send(to: MessageAudience, text = 'The bar opens at six.\n\nBring cash.'): Promise<number | null> {
    const response = await pool.send('POST', path(), pool.people.power, { to, text })
    return notifiedPeople.parse(await response.json()).people
  }
  const pay = (userIds: number[]) =>
    pool.send('POST', api.adminPayments(pool.tournamentId), pool.people.power, { userIds, isPaid: true })

  it('reach those who have entered, those who have not, or those who have not paid, as counted before', async () => {
    const { player, power } = pool.people
    await pay([player.userId])
    const preview = messagePreview.parse(await (await pool.call(path(), power)).json())
    const byEmail = (emails: number) => ({ devices: 0, emails, files: 0, none: 0 })
    expect(preview.reach).toEqual({ entered: byEmail(2), 'not-entered': byEmail(3), unpaid: byEmail(1) })
    const reached = []
    for (const to of ['entered', 'not-entered', 'unpaid'] as const) reached.push(await send(to, `To ${to}`))
    expect(reached).toEqual([2, 3, 1])
    const recipients = async (to: string) => {
      await expect.poll(() => sink.emails.filter(({ data }) => data.includes(`To ${to}`)).length).toBeGreaterThan(0)
      return sink.emails.filter(({ data }) => data.includes(`To ${to}`)).flatMap((email) => email.to)
    }
    expect(await recipients('unpaid')).toEqual(['rival@example.com'])
  })

  it('are the organiser’s text, by the channels that people have chosen', async () => {
    const { player, rival } = pool.people
    const choices = { ...defaultPreferences, message: 'off' as const }
    await saveSettings(pool.app.database.db, player.userId, { choices, quietHours: null, timeZone: 'UTC' })
    expect(await send('entered')).toBe(1)
    await expect.poll(() => sink.emails.length).toBe(1)
    const mail = await parseMail(sink.emails[0]?.data ?? '')
    expect(sink.emails[0]?.to).toEqual(['rival@example.com'])
    expect(mail.subject).toMatch(/: a message from your organiser$/)
    expect(mail.text).toContain('Hello The rival,\n\nThe bar opens at six.\n\nBring cash.')
    expect(mail.replyTo).toEqual(['power@example.com'])
    expect(messagePreview.parse(await (await pool.call(path(), pool.people.power)).json()).replyTo).toBe(
      'power@example.com',
    )
    const audit = pool.app.database.db.selectFrom('audit_log').select('details').where('action', '=', 'message sent')
    const last = (await audit.orderBy('id', 'desc').executeTakeFirstOrThrow()).details
    expect(JSON.parse(last)).toMatchObject({ to: 'entered', count: 1, userIds: [rival.userId] })
    expect(last).not.toContain('bar')
  })

  it('an organiser’s new start shows whom it tells before it is saved, and tells them', async () => {
    const { player, power } = pool.people
    const organiser = createTournamentClient(pool)
    const preview = async (start: string) => {
      const response = await pool.call(api.adminStartMove(pool.tournamentId, start), power)
      return startMovePreview.parse(await response.json())
    }
    const [before, after] = ['2026-06-19T11:00:00.000Z', '2026-06-19T11:01:00.000Z']
    const nobody = { devices: 0, emails: 0, files: 0, none: 0 }
    const choices = { ...defaultPreferences, start: 'off' as const }
    await saveSettings(pool.app.database.db, player.userId, { choices, quietHours: null, timeZone: 'UTC' })
    expect((await preview(before)).reach).toEqual(nobody)
    const shown = await preview(after)
    expect(shown.reach).toEqual({ ...nobody, emails: 1, none: 1 })
    expect(shown.body).toBe(
      `${pool.simulator.name} now starts on 19 June 2026, 11:01 UTC, 1 minute later than before. Picks close then.`,
    )
    expect(sink.emails).toEqual([])
    expect((await organiser.change(await organiser.open(pool.tournamentId, { start: after }))).status).toBe(200)
    await expect.poll(() => sink.emails.flatMap(({ to }) => to)).toEqual(['rival@example.com'])
    expect((await parseMail(sink.emails[0]?.data ?? '')).text).toContain(shown.body)
    clock.advance(60_000)
    expect((await organiser.change(await organiser.open(pool.tournamentId, { start: before }))).status).toBe(200)
    await expect.poll(() => sink.emails.length).toBe(2)
  })

  it('are not sent twice within a day, by a double click or to another audience with the same people', async () => {
    expect((await Promise.all([send('entered'), send('entered')])).toSorted()).toEqual([0, 2])
    expect(await send('unpaid')).toBe(0)
    expect(await send('entered', 'Another text')).toBe(2)
    clock.advance(24 * 60 * 60 * 1000)
    expect(await send('unpaid')).toBe(2)
  })

  it('are five an hour, of all organisers together; a further one is refused with the time to wait', async () => {
    const { power, admin } = pool.people
    for (const [index, organiser] of [power, admin, power, admin, power].entries()) {
      const response = await pool.send('POST', path(), organiser, { to: 'entered', text: `Text ${index}` })
      expect(response.status).toBe(200)
      clock.advance(60_000)
    }
    // Reaches nobody, so it does not count.
    expect(await send('entered', 'Text 0')).toBe(0)
    const refused = await pool.send('POST', path(), admin, { to: 'entered', text: 'One more' })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3300'])
    expect(await refused.json()).toMatchObject({
      type: 'urn:player-pool:problem:too-many-requests',
      detail: 'Organisers have sent as many messages as they can in an hour. The next one can be sent in 55 minutes.',
    })
    const waiting = pool.app.database.db.selectFrom('outbox').select('message').where('message', 'like', '%One more%')
    expect(await waiting.execute()).toEqual([])
    clock.advance(56 * 60_000)
    expect(await send('entered', 'One more')).toBe(2)
  })
})

it('without a mail server, only people with a device are counted as reached: the other emails become files', async () => {
  const clock = buildClock(now)
  const pool = await openTestPool({
    ...{ clock, startAt: 'scheduled', withoutScores: true, rateLimitFactor: 0 },
    start: new Date('2026-06-19T11:00:00Z'),
  })
  try {
    const { player, rival, newcomer, power } = pool.people
    const { db } = pool.app.database
    const read = async (path: string) => (await pool.call(path, power)).json()
    expect(serverSetup.parse(await read(api.adminSetup()))).toEqual({ isMailSetUp: false })
    const device = { user_id: player.userId, endpoint: 'https://push.example.org/1', device: 'Phone' }
    const keys = { p256dh: 'key', auth: 'secret', created_at: now.toISOString() }
    await db
      .insertInto('push_subscriptions')
      .values({ ...device, ...keys })
      .execute()
    const message = api.adminMessage(pool.tournamentId)
    const { reach } = messagePreview.parse(await read(message))
    expect(reach.entered).toEqual({ devices: 1, emails: 0, files: 1, none: 0 })
    expect(reach['not-entered']).toEqual({ devices: 0, emails: 0, files: 3, none: 0 })
    const body = { to: 'entered', text: 'The bar opens at six.' }
    const sent = await (await pool.send('POST', message, power, body)).json()
    expect(notifiedPeople.parse(sent)).toEqual({ people: 1, files: 1 })
    const audit = await db.selectFrom('audit_log').select('details').where('action', '=', 'message sent').execute()
    expect(audit.map(({ details }) => JSON.parse(details))).toEqual([
      { tournamentId: pool.tournamentId, to: 'entered', count: 1, userIds: [player.userId, rival.userId] },
    ])

    const path = api.adminReminders(pool.tournamentId)
    const find = async () =>
      reminders.parse(await read(path)).people.find(({ id }) => id === newcomer.userId) ?? expect.fail('not listed')
    expect(await find()).toMatchObject({ way: 'file', reminder: null, canBeReminded: true })
    const reminded = await (await pool.send('POST', path, power, { userIds: [newcomer.userId] })).json()
    expect(notifiedPeople.parse(reminded)).toEqual({ people: 0, files: 1 })
    await expect.poll(async () => (await find()).reminder?.state).toBe('filed')
    await saveSettings(db, newcomer.userId, {
      choices: { ...defaultPreferences, 'no-entry-24h': 'off' },
      quietHours: null,
      timeZone: 'UTC',
    })
    expect(await find()).toMatchObject({ way: 'off', canBeReminded: false })
  } finally {
    await pool.close()
  }
})
