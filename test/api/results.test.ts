import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPool, listPlayers } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { type UserResults, userResults } from '#contract/results-contract.ts'
import { rankFavoriteGolfers } from '#domain/results/results.ts'
import { endTournament } from '../support/end-tournament.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { buildClock, type TestClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const hour = 3_600_000

describe.each(databaseKinds())("a user's results over $name", (kind) => {
  let clock: TestClock
  let start: Date
  let pool: TestPool

  beforeAll(async () => {
    clock = buildClock(new Date())
    start = new Date(clock.now().getTime() + hour)
    pool = await openTestPool({ kind, clock, start, startAt: 'round-3' })
  })
  afterAll(() => pool.close())

  async function read(userId: number, viewer = pool.people.newcomer): Promise<UserResults> {
    const response = await pool.call(api.results(userId), viewer)
    expect(response.status).toBe(200)
    return userResults.parse(await response.json())
  }

  /** The next tournament, with the same golfers under different names. */
  async function openNext(start: Date, entrantIds: number[], suffix: string): Promise<number> {
    const id = await addPool(pool.app, {
      espnId: pool.simulator.eventId,
      name: `The ${suffix} Open`,
      start,
      favourites: pool.simulator.listGolfers().map((golfer) => ({ ...golfer, name: `${golfer.name} ${suffix}` })),
      entrantIds,
    })
    await pool.app.feed.refreshTarget()
    await pool.app.feed.pollNow()
    return id
  }

  async function picksOf(tournamentId: number, person: Person): Promise<{ espnId: string; name: string }[]> {
    const players = await listPlayers(pool.app.database.db, tournamentId)
    const stored = await (await createEntryClient(pool, tournamentId)).findStored(person)
    return (stored?.selections ?? []).flatMap(({ playerId }) => players.find((player) => player.id === playerId) ?? [])
  }

  it('are not found for an unknown user, or for one merged into another', async () => {
    const merged = await addPerson(pool.app, 'merged')
    await pool.app.database.db
      .updateTable('users')
      .set({ merged_into: pool.people.rival.userId })
      .where('id', '=', merged.userId)
      .execute()
    const unknown = await pool.call(api.results(999_999), pool.people.admin)
    const gone = await pool.call(api.results(merged.userId), pool.people.admin)
    expect([gone.status, await gone.text()]).toEqual([404, await unknown.text()])
    expect(unknown.status).toBe(404)
  })

  // From here on each test continues with the tournaments of the previous one.

  it('show nothing of a tournament before its start to anyone', async () => {
    const { player } = pool.people
    for (const time of [clock.now(), new Date(start.getTime() - 1)]) {
      clock.set(time)
      for (const viewer of Object.values(pool.people)) {
        expect(await read(player.userId, viewer)).toEqual({
          user: { id: player.userId, name: 'The player' },
          results: [],
          favoriteGolfers: [],
        })
      }
    }
  })

  it('count picks from the moment of the start, and have no place before the end', async () => {
    clock.set(start)
    const { player, newcomer } = pool.people
    const { results, favoriteGolfers } = await read(player.userId)
    expect(results).toEqual([])
    expect(favoriteGolfers).toEqual(rankFavoriteGolfers(await picksOf(pool.tournamentId, player)))
    expect(favoriteGolfers.reduce((sum, { count }) => sum + count, 0)).toBe(12)
    expect((await read(newcomer.userId)).favoriteGolfers).toEqual([])
  })

  it('have the places of a tournament that has ended, in entry order', async () => {
    const places = await endTournament(pool.app, pool.tournamentId)
    expect(places.flatMap((person) => person.places)).toHaveLength(6)
    // One of the two has an entry with two golfers who missed the cut.
    expect(places.flatMap((person) => person.places)).toContain(null)
    const client = await createEntryClient(pool)
    for (const person of [pool.people.player, pool.people.rival]) {
      const stored = await client.findStored(person)
      expect((await read(person.userId)).results).toEqual([
        {
          tournament: { id: pool.tournamentId, name: pool.simulator.name, start: start.toISOString() },
          places: places.find(({ entryId }) => entryId === stored?.id)?.places,
        },
      ])
    }
    expect((await read(pool.people.newcomer.userId)).results).toEqual([])
  })

  it('have the newest tournament first, and count all picks of a golfer under the newest name', async () => {
    const { player, newcomer } = pool.people
    const next = await openNext(new Date(start.getTime() + hour), [player.userId, newcomer.userId], 'Next')
    expect((await read(newcomer.userId)).favoriteGolfers).toEqual([])
    clock.advance(2 * hour)
    await endTournament(pool.app, next)
    const { results, favoriteGolfers } = await read(player.userId)
    expect(results.map(({ tournament }) => tournament.id)).toEqual([next, pool.tournamentId])
    expect(results.map(({ places }) => places.length)).toEqual([3, 3])
    const picks = [...(await picksOf(next, player)), ...(await picksOf(pool.tournamentId, player))]
    expect(favoriteGolfers).toEqual(rankFavoriteGolfers(picks))
    expect(favoriteGolfers.reduce((sum, { count }) => sum + count, 0)).toBe(24)
    expect((await read(newcomer.userId)).results.map(({ tournament }) => tournament.id)).toEqual([next])
  })

  it('omit a cancelled tournament, including its picks', async () => {
    const { player } = pool.people
    const before = await read(player.userId)
    const off = await openNext(new Date(start.getTime() + 3 * hour), [player.userId], 'Lost')
    await endTournament(pool.app, off, { hasPlaces: false })
    expect(await read(player.userId)).toEqual(before)
    clock.advance(4 * hour)
    expect(await read(player.userId)).toEqual(before)
  })
})
