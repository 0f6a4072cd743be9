import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPool, expireSourceCopies } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { tournament } from '#contract/tournament-contract.ts'
import {
  type CalendarResponse,
  calendar,
  type TierProposalRequest,
  type TierProposalResponse,
  tierProposal,
} from '#contract/tournament-setup-contract.ts'
import { findSizesError, splitIntoTiers, toDefaultSizes } from '#domain/tournament/tier-proposal.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { buildClock } from '../support/test-clock.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

const clock = buildClock(new Date())
let rankings: Simulator
let pool: TestPool

beforeAll(async () => {
  rankings = await startSimulator({ seed: 'test' })
  const start = new Date(clock.now().getTime() + 3_600_000)
  const { rankingUrl } = rankings
  pool = await openTestPool({ clock, start, startAt: 'scheduled', rateLimitFactor: 0, rankingUrl })
})
afterAll(async () => {
  await pool.close()
  await rankings.close()
})
beforeEach(async () => {
  pool.simulator.faults.set(null)
  rankings.faults.set(null)
  // Nothing is cached.
  clock.advance(60_000)
  await expireSourceCopies(pool.app.database.db)
})

async function getCalendar(): Promise<CalendarResponse> {
  return calendar.parse(await (await pool.call(api.tournamentCalendar(), pool.people.power)).json())
}

function send(request: Partial<TierProposalRequest>): Promise<Response> {
  const body = { espnId: pool.simulator.eventId, source: 'field', ...request }
  return pool.send('POST', api.tournamentProposeTiers(), pool.people.power, body)
}

async function propose(request: Partial<TierProposalRequest> = {}): Promise<TierProposalResponse> {
  return tierProposal.parse(await (await send(request)).json())
}

describe('the calendar of the tournament form', () => {
  it('has the events of the feed, with this pool’s event marked', async () => {
    const { events, failure, asOf, rankings: sources } = await getCalendar()
    expect(failure).toBeNull()
    expect(asOf).toBe(clock.now().toISOString())
    expect(sources).toEqual(['field', 'file', 'earlier'])
    const own = events.filter(({ tournamentId }) => tournamentId !== null)
    const { eventId: espnId, name } = pool.simulator
    expect(own).toMatchObject([{ espnId, name, tournamentId: pool.tournamentId, firstDay: '2026-06-18' }])
    expect(events.length).toBeGreaterThan(20)
  })

  it.each(['error-500', 'html', 'half-body', 'stopped', 'empty-events'] as const)(
    'stays as it was while the feed fails: %s',
    async (fault) => {
      const before = await getCalendar()
      pool.simulator.faults.set(fault)
      clock.advance(60 * 60_000)
      const after = await getCalendar()
      expect(after.events.map(({ espnId }) => espnId)).toEqual(before.events.map(({ espnId }) => espnId))
      expect(after.asOf).toBe(before.asOf)
      expect(after.failure).toMatch(/sports feed/i)
    },
  )
})

describe('tiers are proposed', () => {
  it('by the world ranking, with the whole field, and can be saved with the ranks', async () => {
    const { golfers, asOf, reason } = await propose()
    expect(reason).toBeNull()
    expect(asOf).toBe(clock.now().toISOString())
    expect(golfers).toHaveLength(156)
    const ranks = golfers.flatMap(({ rank }) => rank ?? [])
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    // Amateurs and a few others are unranked.
    expect(ranks.length).toBeGreaterThan(130)
    const orders = golfers.map(({ by }) => by)
    expect(orders).toEqual([...ranks.map(() => 'world'), ...Array(156 - ranks.length).fill('name')])
    expect(new Set(golfers.map(({ espnId }) => espnId)).size, 'nobody is there twice').toBe(156)
    const asked = pool.simulator.requests.addresses.filter((address) => address.startsWith('/leaderboard?'))
    const events = new Set(asked.map((address) => new URL(address, 'http://feed').searchParams.get('event')))
    expect([...events], 'no other event is asked for').toEqual([pool.simulator.eventId])

    const sizes = toDefaultSizes(golfers.length)
    expect(findSizesError(sizes, golfers.length)).toBeUndefined()
    const players = splitIntoTiers(golfers, sizes).flatMap((listed, tier) =>
      listed.map(({ name, espnId, rank }, order) => ({ name, espnId, rank, tier, order })),
    )
    await pool.send('POST', api.tournamentEnd(pool.tournamentId), pool.people.power, [])
    const organiser = createTournamentClient(pool)
    const response = await pool.send('POST', api.tournamentSave(), pool.people.power, {
      ...(await organiser.fill()),
      players,
    })
    expect(response.status).toBe(200)
    const { id } = tournament.parse(await response.json())
    const stored = await pool.call(api.tournament(id, { players: true, entries: false }), pool.people.newcomer)
    const saved = tournament.parse(await stored.json()).players ?? []
    expect(saved.map(({ rank }) => rank ?? null)).toEqual(golfers.map(({ rank }) => rank))
    expect(saved.filter(({ tier }) => tier === 0)).toHaveLength(10)
  })

  it('by a file of the organiser', async () => {
    const [first, second] = (await propose()).golfers
    const file = `Rank;Name\r\n2;${first?.name}\r\n1;${second?.name.toUpperCase()}\r\n`
    const { golfers, asOf } = await propose({ source: 'file', file })
    expect(asOf).toBeNull()
    expect(golfers.slice(0, 3)).toMatchObject([
      { espnId: second?.espnId, by: 'file', rank: 1, match: 'same' },
      { espnId: first?.espnId, by: 'file', rank: 2 },
      { by: 'name', rank: null, match: 'none' },
    ])
  })

  it('by a file only if it is valid; errors name the line', async () => {
    const errorsOf = async (request: Partial<TierProposalRequest>) => {
      const response = await send({ source: 'file', ...request })
      expect(response.status).toBe(400)
      return problemDetails.parse(await response.json()).fields
    }
    expect(await errorsOf({ file: 'Rank,Name\n1,Ann Arbor\nx,Bo Birch' })).toEqual([
      { field: 'file', message: 'Line 3: "x" is not a rank.' },
    ])
    expect(await errorsOf({})).toEqual([{ field: 'file', message: 'must be sent with the source "file"' }])
    expect(await errorsOf({ file: 'x'.repeat(250_001) })).toMatchObject([{ field: 'file' }])
    expect(await propose({ source: 'file', file: '1,Nobody Here' })).toMatchObject({
      golfers: [],
      reason: 'No golfer in the field is in the file.',
    })
  })

  it('by the lists of earlier tournaments', async () => {
    const none = await propose({ source: 'earlier' })
    expect(none).toMatchObject({ golfers: [], reason: /earlier tournament/ })
    const favourites = pool.simulator.listGolfers().toReversed()
    await addPool(pool.app, {
      espnId: '401000001',
      name: 'An Earlier Open',
      start: new Date('2020-01-01T12:00:00Z'),
      favourites,
      entrantIds: [],
      active: false,
    })
    const { golfers } = await propose({ source: 'earlier' })
    expect(golfers.map(({ espnId }) => espnId)).toEqual(favourites.map(({ espnId }) => espnId))
    expect(golfers[0]).toMatchObject({ by: 'earlier', rank: 1, match: 'same', rankedAs: [] })

    // The world ranking goes first, and the earlier lists order those whom it does not know.
    const { golfers: field } = await propose()
    const unranked = field.filter(({ by }) => by !== 'world').map(({ espnId }) => espnId)
    expect(unranked.length).toBeGreaterThan(0)
    expect(unranked).toEqual(favourites.map(({ espnId }) => espnId).filter((espnId) => unranked.includes(espnId)))

    rankings.faults.set('error-500')
    // A pool that never got the world ranking.
    await pool.app.database.db.deleteFrom('source_copies').execute()
    clock.advance(6 * 3_600_000)
    const without = await propose()
    expect(without).toMatchObject({ asOf: null, reason: 'The world ranking returned status 500.' })
    expect(without.golfers.map(({ espnId }) => espnId)).toEqual(favourites.map(({ espnId }) => espnId))
  })

  it('not while the feed fails, and the reason is given', async () => {
    pool.simulator.faults.set('error-500')
    expect(await propose()).toEqual({ golfers: [], asOf: null, reason: 'The sports feed returned status 500.' })
  })
})

describe('without RANKING_URL', () => {
  it('a new pool gets the field by name, and the order by its own lists is that of the field', async () => {
    const other = await openTestPool({ startAt: 'scheduled', withoutScores: true, rateLimitFactor: 0 })
    try {
      const offered = calendar.parse(await (await other.call(api.tournamentCalendar(), other.people.admin)).json())
      expect(offered.rankings).toEqual(['field', 'file'])
      const request = { espnId: other.simulator.eventId, source: 'field' }
      const response = await other.send('POST', api.tournamentProposeTiers(), other.people.admin, request)
      const { golfers, reason } = tierProposal.parse(await response.json())
      expect([golfers.length, reason, ...new Set(golfers.map(({ by }) => by))]).toEqual([156, null, 'name'])
      const names = golfers.filter(({ out }) => out === null).map(({ name }) => name)
      expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    } finally {
      await other.close()
    }
  })
})
