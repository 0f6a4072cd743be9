import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { announcement } from '#contract/announcement-contract.ts'
import { api } from '#contract/paths.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const hour = 3_600_000

describe.each(databaseKinds())('an announced event over $name', (kind) => {
  const clock = buildClock(new Date())
  let pool: TestPool
  let client: ReturnType<typeof createTournamentClient>

  beforeAll(async () => {
    const start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', rateLimitFactor: 0, withoutScores: true })
    client = createTournamentClient(pool)
  })
  afterAll(() => pool.close())
  beforeEach(async () => {
    const { db } = pool.app.database
    // After any that is running.
    await pool.app.poolEvents.check()
    clock.advance(hour)
    pool.simulator.faults.set(null)
    await db.updateTable('tournaments').set({ active: 0 }).execute()
    for (const table of ['announcements', 'outbox', 'audit_log'] as const) await db.deleteFrom(table).execute()
  })

  const toEvent = (changes: object = {}) => ({
    espnId: pool.simulator.eventId,
    name: 'Our Open',
    start: new Date(clock.now().getTime() + 72 * hour).toISOString(),
    tiebreakers: ['Winning score?', 'Lowest round?'],
    ...changes,
  })
  const put = (event: object | null, person = pool.people.power) =>
    pool.send('PUT', api.announcement(), person, { event })
  const find = async () => announcement.parse(await (await pool.call(api.announcement(), pool.people.newcomer)).json())
  const readCurrent = async () => (await pool.call(api.tournamentCurrent(), pool.people.newcomer)).json()
  const listActions = async () =>
    (await pool.app.database.db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(
      ({ action }) => action,
    )
  const listRecipients = async () => {
    const rows = await pool.app.database.db
      .selectFrom('outbox')
      .select('recipient')
      .where('request_key', 'like', 'notice:0:scores:%:field:%')
      .orderBy('recipient')
      .execute()
    return rows.map(({ recipient }) => recipient)
  }

  it('is no tournament; a repeat changes nothing, a second one is refused, and it can be withdrawn', async () => {
    const current = await readCurrent()
    const event = toEvent()
    expect((await put(event)).status).toBe(200)
    expect((await put(event)).status).toBe(200)
    expect(await find()).toMatchObject({ event })
    expect(await readCurrent()).toEqual(current)
    const second = await put(toEvent({ name: 'Another Open' }), pool.people.admin)
    expect([second.status, (await second.json()).detail]).toEqual([409, 'Our Open is announced.'])
    expect((await put(null)).status).toBe(200)
    expect((await put(null)).status).toBe(200)
    expect(await find()).toBeNull()
    expect(await listActions()).toEqual(['event announced', 'announcement withdrawn'])
  })

  /** The tournament of another event is active, or not. */
  const play = (active: 0 | 1, espnId = '4019') =>
    pool.app.database.db
      .updateTable('tournaments')
      .set({ active, espn_id: espnId })
      .where('id', '=', pool.tournamentId)
      .execute()

  it('lies in the future, and is not the one that is active', async () => {
    expect((await put(toEvent({ start: clock.now().toISOString() }))).status).toBe(400)
    await play(1, pool.simulator.eventId)
    const refused = await put(toEvent())
    expect([refused.status, (await refused.json()).type]).toEqual([409, 'urn:player-pool:problem:tournament-active'])
    expect(await find()).toBeNull()
  })

  it('organisers are told once that its field is out', async () => {
    pool.simulator.faults.set('error-500')
    // Nothing is cached.
    clock.advance(hour)
    await put(toEvent())
    await pool.app.poolEvents.check().catch(() => {})
    expect(await find()).toMatchObject({ fieldOutAt: null })
    pool.simulator.faults.set(null)
    clock.advance(hour)
    await Promise.all([pool.app.poolEvents.check(), pool.app.poolEvents.check()])
    expect(await find()).toMatchObject({ fieldOutAt: clock.now().toISOString() })
    clock.advance(hour)
    await pool.app.poolEvents.check()
    expect(await listRecipients()).toEqual(['admin@example.com', 'power@example.com'])
  })

  it('a tournament takes its place in one transaction, and a refused one leaves it', async () => {
    await put(toEvent())
    const { players, ...rest } = client.fill()
    expect((await client.create({ ...rest, players: players.slice(1) })).status).toBe(409)
    expect(await find()).not.toBeNull()
    expect((await client.create(client.fill())).status).toBe(200)
    await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    expect(await find()).toBeNull()
  })

  it('can be announced while another one is active, and waits for its end: nobody is told before', async () => {
    await play(1)
    const { name } = await readCurrent()
    const event = toEvent()
    expect((await put(event)).status).toBe(200)
    const waiting = { event, fieldOutAt: null, after: { id: pool.tournamentId, name } }
    expect(await find()).toEqual(waiting)
    await pool.app.poolEvents.check().catch(() => {})
    expect(await find()).toEqual(waiting)
    expect(await listRecipients()).toEqual([])
    // Its tiers are set afterwards.
    expect(await client.create(client.fill())).toMatchObject({ status: 409, code: 'tournament-active' })
    expect(await find()).toEqual(waiting)
    expect(await readCurrent()).toMatchObject({ id: pool.tournamentId, active: true })
    await play(0)
    clock.advance(hour)
    await pool.app.poolEvents.check()
    expect(await find()).toMatchObject({ event, fieldOutAt: clock.now().toISOString(), after: null })
    expect(await listRecipients()).toEqual(['admin@example.com', 'power@example.com'])
  })

  it('is never announced beside a tournament that is created at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all([client.create(client.fill({ name: `Open ${round}` })), put(toEvent())])
      const stored = await pool.app.database.db.selectFrom('announcements').select('content').executeTakeFirst()
      expect(responses[0].status).toBe(200)
      expect(stored?.content ?? null).toBeNull()
      await pool.app.database.db.updateTable('tournaments').set({ active: 0 }).execute()
    }
  })
})
