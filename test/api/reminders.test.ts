import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notifiedPeople, reminders } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { parseMail } from '../support/mail-parser.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds, sqlite } from '../support/test-database.ts'
import { addPerson, openTestPool, type TestPool } from '../support/test-pool.ts'

const now = new Date('2026-06-17T22:00:00Z')
const start = new Date('2026-06-19T11:00:00Z')

describe.each(databaseKinds())('reminders over $name', (kind) => {
  let clock: TestClock
  let pool: TestPool
  let sink: Awaited<ReturnType<typeof startSmtpSink>>

  beforeEach(async () => {
    clock = buildClock(now)
    sink = await startSmtpSink()
    pool = await openTestPool({
      kind,
      clock,
      start,
      startAt: 'scheduled',
      withoutScores: true,
      rateLimitFactor: 0,
      mail: { kind: 'smtp', url: sink.url, from: 'pool@example.org' },
    })
  })
  afterEach(async () => {
    await pool.close()
    await sink.close()
  })

  const path = () => api.adminReminders(pool.tournamentId)

  async function list() {
    const response = await pool.call(path(), pool.people.power)
    return reminders.parse(await response.json()).people
  }

  async function send(...userIds: number[]): Promise<number> {
    const response = await pool.send('POST', path(), pool.people.power, { userIds })
    expect(response.status).toBe(200)
    return notifiedPeople.parse(await response.json()).people ?? 0
  }

  async function refusalOf(userIds: unknown, tournamentId = pool.tournamentId) {
    const response = await pool.send('POST', api.adminReminders(tournamentId), pool.people.power, { userIds })
    return [response.status, problemCode(problemDetails.parse(await response.json()).type)]
  }

  const auditLog = () =>
    pool.app.database.db.selectFrom('audit_log').selectAll().where('action', '=', 'reminders sent').execute()

  it('are for users who have signed in but not entered, by name', async () => {
    const { db } = pool.app.database
    const { newcomer, admin } = pool.people
    await db.updateTable('users').set({ is_real: 0 }).where('id', '=', newcomer.userId).execute()
    const merged = await addPerson(pool.app, 'merged')
    await db.updateTable('users').set({ merged_into: admin.userId }).where('id', '=', merged.userId).execute()
    expect(await list()).toEqual([
      {
        id: admin.userId,
        name: 'The admin',
        userName: 'admin@example.com',
        reminder: null,
        way: 'email',
        canBeReminded: true,
      },
      {
        id: pool.people.power.userId,
        name: 'The power',
        userName: 'power@example.com',
        reminder: null,
        way: 'email',
        canBeReminded: true,
      },
    ])
  })

  it('show their delivery state', async () => {
    const { newcomer, admin } = pool.people
    sink.refuseWith(550)
    await send(newcomer.userId)
    const stateOf = async (id: number) => (await list()).find((line) => line.id === id)?.reminder?.state
    await expect.poll(() => stateOf(newcomer.userId)).toBe('failed')
    sink.refuseWith(451)
    await send(admin.userId)
    const tries = () =>
      pool.app.database.db.selectFrom('outbox').select('attempts').orderBy('id', 'desc').executeTakeFirst()
    await expect.poll(tries).toEqual({ attempts: 1 })
    expect(await stateOf(admin.userId)).toBe('waiting')
    sink.refuseWith(undefined)
    await send(pool.people.power.userId)
    await sink.nextMailTo('power@example.com')
    await expect.poll(() => stateOf(pool.people.power.userId)).toBe('sent')
    expect((await list()).map(({ canBeReminded }) => canBeReminded)).toEqual([false, false, false])
    expect((await list())[0]?.reminder?.at).toBe(now.toISOString())
  })

  it('go to a user at most once a day in UTC, even for concurrent requests', async () => {
    const { newcomer, admin, player } = pool.people
    // The player has an entry.
    const ids = [newcomer.userId, newcomer.userId, admin.userId, player.userId, 999_999]
    const counts = await Promise.all(Array.from({ length: 12 }, () => send(...ids)))
    expect(counts.toSorted()).toEqual([...Array(11).fill(0), 2])
    clock.set(new Date('2026-06-17T23:59:59.999Z'))
    expect(await send(newcomer.userId)).toBe(0)
    expect(await auditLog()).toHaveLength(1)
    clock.set(new Date('2026-06-18T00:00:00Z'))
    expect(await send(newcomer.userId)).toBe(1)
    await expect.poll(() => sink.emails.length).toBe(3)
    expect(await auditLog()).toHaveLength(2)
  })

  // The queries are shown above: one database suffices for the rest.
  if (kind !== sqlite) return

  it('greet by name and contain the tournament, the closing time and a link to the entry form, as previewed', async () => {
    const { newcomer } = pool.people
    expect(await send(newcomer.userId)).toBe(1)
    const mail = await parseMail((await sink.nextMailTo('newcomer@example.com')).data)
    const { message } = reminders.parse(await (await pool.call(path(), pool.people.power)).json())
    expect(message.subject).toBe(mail.subject)
    expect(message.text.trim()).toBe(mail.text.trim().replace('The newcomer', '…'))
    expect(mail.recipients).toEqual(['newcomer@example.com'])
    expect(mail.subject).toBe(`You have no entry in ${pool.simulator.name} yet`)
    for (const part of [
      'Hello The newcomer,',
      pool.simulator.name,
      '19 June 2026, 11:00 UTC',
      `${pool.app.config.publicUrl}/entry/new`,
      `${pool.app.config.publicUrl}/notifications`,
    ]) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
    // Nobody reads replies to it.
    expect(mail.replyTo).toEqual([])
  })

  it('are recorded in the audit log with their number and recipients, and not sent once entries are closed', async () => {
    const { newcomer, admin, power } = pool.people
    await send(newcomer.userId, admin.userId)
    const emails = await pool.app.database.db.selectFrom('outbox').select('expires_at').execute()
    expect(emails).toEqual(Array(2).fill({ expires_at: start.toISOString() }))
    const [line, ...more] = await auditLog()
    expect(more).toEqual([])
    expect([line?.user_id, JSON.parse(line?.details ?? '')]).toEqual([
      power.userId,
      { tournamentId: pool.tournamentId, count: 2, userIds: [newcomer.userId, admin.userId] },
    ])
  })

  it('are refused after the start, for an ended tournament, and for an unknown one', async () => {
    const ids = [pool.people.newcomer.userId]
    clock.set(start)
    expect(await refusalOf(ids)).toEqual([409, 'entries-closed'])
    clock.set(now)
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    expect(await refusalOf(ids)).toEqual([409, 'tournament-ended'])
    expect(await refusalOf(ids, 99)).toEqual([404, 'not-found'])
    for (const bad of [[], [0], ['1'], [1.5], {}]) expect(await refusalOf(bad)).toEqual([400, 'validation-failed'])
    expect(sink.emails).toEqual([])
  })
})
