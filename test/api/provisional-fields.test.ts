import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { feedStatus } from '#contract/admin-contract.ts'
import { golferWithdrawals } from '#contract/organiser-message-contract.ts'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { startUpcomingEventFeed, type UpcomingEventFeed } from '../support/upcoming-event-feed.ts'

const hour = 3_600_000
const day = '2026-06-18'
const start = new Date(`${day}T11:00:00Z`)
const others = Array.from({ length: 100 }, (_, index) => String(700_000 + index))

describe.each(databaseKinds())('what the feed lists before an event, over $name', (kind) => {
  let clock: TestClock
  let feed: UpcomingEventFeed
  let pool: TestPool

  beforeEach(async () => {
    clock = buildClock(hoursBefore(80))
    feed = await startUpcomingEventFeed(day)
    pool = await openTestPool({
      ...{ kind, clock, start, startAt: 'scheduled', feedUrl: feed.url, rateLimitFactor: 0, withoutScores: true },
    })
    // On PostgreSQL, the process becomes the leader after its start.
    await expect.poll(poll).toBe(200)
    // From now on, only the test checks for events.
    await pool.app.poolEvents.stop()
  })
  afterEach(async () => {
    await pool.close()
    await feed.close()
  })

  function hoursBefore(hours: number): Date {
    return new Date(start.getTime() - hours * hour)
  }

  /** The status of the leaderboard after a poll. */
  async function poll(): Promise<number> {
    await pool.app.feed.refreshTarget()
    await pool.app.feed.refreshScores()
    return (await pool.call(api.leaderboard(pool.tournamentId), pool.people.player)).status
  }
  /** A poll at this time, and what follows from it. */
  async function pollAt(hours: number): Promise<void> {
    clock.set(hoursBefore(hours))
    await poll()
    await pool.app.poolEvents.check()
  }
  const readStatus = async () => feedStatus.parse(await (await pool.call(api.adminFeed(), pool.people.power)).json())
  async function readFieldState() {
    const path = api.tournament(pool.tournamentId, { players: false, entries: false })
    return tournament.parse(await (await pool.call(path, pool.people.player)).json()).fieldState
  }
  const findLeavers = async () =>
    golferWithdrawals.parse(await (await pool.call(api.adminWithdrawals(pool.tournamentId), pool.people.power)).json())
  /** The recipients of messages about golfers who are not in the field. */
  async function listTold(): Promise<string[]> {
    const rows = await pool.app.database.db.selectFrom('outbox').select(['recipient', 'request_key']).execute()
    return rows
      .filter(({ request_key }) => request_key.startsWith('withdrawal:'))
      .map(({ recipient }) => recipient)
      .sort()
  }

  it('is provisional for organisers and alarms nobody; who lost a golfer to the real field is told once', async () => {
    const client = await createEntryClient(pool)
    const [own] = (await client.findStored(pool.people.player))?.selections ?? []
    const picked = client.players.find(({ id }) => id === own?.playerId)?.espnId ?? ''
    await pollAt(79)
    expect((await readStatus()).provisionalField).toContain('until three days before the start')
    expect(await readFieldState()).toBe('provisional')

    feed.list([...feed.golferIds.filter((espnId) => espnId !== picked), ...others.slice(0, 1)])
    await pollAt(78)
    expect(await findLeavers()).toMatchObject({ golfers: [], newcomers: [], message: null })

    feed.list(feed.golferIds)
    feed.listPrevious([...feed.golferIds.slice(0, 150), ...others.slice(0, 5)])
    await pollAt(71)
    expect((await readStatus()).provisionalField).toContain('nearly the same as that of an event before')
    expect(await listTold()).toEqual([])

    // Less than a tenth of the stock field is in the event; the poller believes that at the third poll.
    feed.list([...feed.golferIds.filter((espnId) => espnId !== picked).slice(0, 12), ...others])
    for (const hours of [70, 69, 68]) await pollAt(hours)
    expect(await listTold()).toEqual([])
    expect(await readFieldState()).toBe('provisional')
    await pollAt(67)
    expect((await readStatus()).provisionalField).toBeNull()
    expect(await readFieldState()).toBe('replaced')
    expect(await listTold()).toEqual(['player@example.com', 'rival@example.com'])
    expect((await findLeavers()).golfers.map(({ espnId }) => espnId)).toContain(picked)

    await pollAt(66)
    expect(await listTold()).toHaveLength(2)
    await pollAt(-0.1)
    expect(await readFieldState()).toBeUndefined()
  })

  it('is the field when it stays the same; then there is no message, and nothing is shown', async () => {
    await pollAt(79)
    expect(await readFieldState()).toBe('provisional')
    await pollAt(71)
    expect(await readFieldState()).toBeUndefined()
    expect((await readStatus()).provisionalField).toBeNull()
    expect(await listTold()).toEqual([])
    // From now on, a golfer who is missing has withdrawn.
    feed.list(feed.golferIds.slice(1))
    await pollAt(70)
    expect((await findLeavers()).golfers.map(({ espnId }) => espnId)).toEqual(feed.golferIds.slice(0, 1))
    expect(await listTold()).toEqual([])
  })

  it('stays provisional while the feed cannot say what the event before had', async () => {
    await pollAt(79)
    feed.listPrevious('broken')
    await expect(pollAt(71)).rejects.toThrow('no list of events')
    // Until the next poll, the feed is not asked again.
    feed.requests.clear()
    await pool.app.poolEvents.check()
    expect(feed.requests.addresses).toEqual([])
    expect(await readFieldState()).toBe('provisional')
    feed.listPrevious(others)
    await pollAt(70)
    expect(await readFieldState()).toBeUndefined()
  })

  describe('that is announced', () => {
    beforeEach(async () => {
      const { db } = pool.app.database
      await db.updateTable('tournaments').set({ active: 0 }).execute()
      await db.deleteFrom('outbox').execute()
      const event = {
        espnId: feed.eventId,
        name: 'Our Open',
        start: start.toISOString(),
        tiebreakers: ['Low?', 'High?'],
      }
      clock.set(hoursBefore(79))
      expect((await pool.send('PUT', api.announcement(), pool.people.power, { event })).status).toBe(200)
    })

    async function checkAt(hours: number) {
      clock.set(hoursBefore(hours))
      await pool.app.poolEvents.check()
      const rows = await pool.app.database.db.selectFrom('outbox').select('request_key').execute()
      const isOut = rows.some(({ request_key }) => request_key.includes(':field:'))
      return { isOut, provisional: (await readStatus()).provisionalField }
    }

    it('is out only when it is its own, three days before', async () => {
      feed.listPrevious(feed.golferIds)
      expect(await checkAt(78)).toMatchObject({ isOut: false, provisional: expect.stringContaining('Our Open') })
      expect(await checkAt(71)).toMatchObject({ isOut: false, provisional: expect.stringContaining('event before') })
      feed.list(others)
      expect(await checkAt(70)).toEqual({ isOut: true, provisional: null })
    })

    it('of few golfers is out when polls six hours apart agree', async () => {
      feed.list(others.slice(0, 20))
      expect(await checkAt(71)).toMatchObject({ isOut: false, provisional: expect.stringContaining('few golfers') })
      feed.list(others.slice(0, 30))
      expect(await checkAt(70)).toMatchObject({ isOut: false })
      expect(await checkAt(65)).toMatchObject({ isOut: false })
      expect(await checkAt(64)).toEqual({ isOut: true, provisional: null })
    })

    it('is out three days before, where the feed does not know the event before', async () => {
      expect(await checkAt(78)).toMatchObject({ isOut: false })
      expect(await checkAt(71)).toEqual({ isOut: true, provisional: null })
    })
  })
})
