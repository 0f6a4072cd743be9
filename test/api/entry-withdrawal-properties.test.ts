import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MergePreview } from '#contract/admin-contract.ts'
import type { ListedEntrant } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import { addPool } from '#demo/pool-harness.ts'
import { collectPersonalData } from '#server/identity/personal-data/personal-data.ts'
import { listPlayers } from '#server/tournaments/tournament-store.ts'
import type { Random } from '#simulator/seeded-random.ts'
import { fillEntry } from '../support/entry-client.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'

/**
 * Random weeks of a pool: people enter, withdraw and take back, an organiser removes, allows and undoes, accounts are merged,
 * and the tournament starts, ends and is reopened. No record is ever lost, nobody sees another person's picks before the
 * start, and what counts is the same everywhere.
 */
const rounds = testRounds(1)
const steps = 20
const hour = 3_600_000

type Week = {
  tournamentId: number
  people: Person[]
  /** The people who can sign in as the same user, by person. */
  accounts: Map<Person, Set<Person>>
  /** By entry: who could sign in as its owner when it was saved. */
  savers: Map<number, Set<Person>>
}

describe.each(databaseKinds())('random weeks over $name', (kind) => {
  const clock = buildClock(new Date())
  let pool: TestPool
  const seen = new Set<string>()

  beforeAll(async () => {
    const mail = { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@example.org' } as const
    pool = await openTestPool({ kind, clock, startAt: 'round-2-middle', rateLimitFactor: 0, mail })
  })
  afterAll(() => pool.close())

  async function begin(round: number): Promise<Week> {
    const { db } = pool.app.database
    await db.updateTable('tournaments').set({ active: 0 }).execute()
    const people = []
    for (const name of ['ann', 'bo', 'cy']) people.push(await addPerson(pool.app, `${name}-${round}`))
    const tournamentId = await addPool(pool.app, {
      espnId: pool.simulator.eventId,
      name: `Open ${round}`,
      start: new Date(clock.now().getTime() + hour),
      favourites: pool.simulator.listGolfers(),
      entrantIds: [],
    })
    return { tournamentId, people, accounts: new Map(people.map((one) => [one, new Set([one])])), savers: new Map() }
  }

  async function send(path: string, person: Person, body: unknown, method = 'POST') {
    const response = await pool.send(method, path, person, body)
    const said: unknown = await response.json()
    expect(response.status, `${method} ${path}: ${JSON.stringify(said)}`).toBeLessThan(500)
    seen.add(`${method} ${path.replace(/\d+/, '')} ${response.ok}`)
    return response.ok ? said : undefined
  }

  async function listRecords({ tournamentId }: Week): Promise<ListedEntrant[]> {
    return (await (
      await pool.call(api.adminTournamentUsers(tournamentId, true), pool.people.power)
    ).json()) as ListedEntrant[]
  }

  async function save(week: Week, person: Person, random: Random): Promise<void> {
    const { tournamentId, accounts } = week
    const userId = ((await (await pool.call(api.user(), person)).json()) as { id: number }).id
    const players = await listPlayers(pool.app.database.db, tournamentId)
    const own = (await listRecords(week)).find(({ id }) => id === userId)
    const id = own && random.next() < 0.8 && own.state === 'entered' ? own.entryId : 0
    const body = fillEntry(players, tournamentId, { ...person, userId }, random.between(0, 50), { id })
    const saved = (await send(api.entrySave(), person, body, id === 0 ? 'POST' : 'PUT')) as { id: number } | undefined
    if (saved) week.savers.set(saved.id, new Set(accounts.get(person)))
  }

  async function merge({ people, accounts }: Week, random: Random): Promise<void> {
    const [target, source] = [random.pick(people), random.pick(people)]
    if (target === source) return
    const { admin } = pool.people
    const userIds = [target.userId, source.userId]
    const preview = (await send(api.adminMergePreview(), admin, userIds)) as MergePreview | undefined
    const keptEntries = preview?.conflicts.flatMap(({ entries }) => random.pick([[], ...entries.map((one) => [one])]))
    const body = { userIds, keptEntries: keptEntries?.map(({ entryId }) => entryId) ?? [] }
    if ((await send(api.adminMergeUsers(), admin, body)) === undefined) return
    const joined = new Set([...(accounts.get(target) ?? []), ...(accounts.get(source) ?? [])])
    for (const person of joined) accounts.set(person, joined)
  }

  async function act(week: Week, random: Random): Promise<void> {
    const { tournamentId, people } = week
    const { power, admin } = pool.people
    const person = random.pick(people)
    const change = random.pick([{ change: 'remove', reason: 'Not paid' }, { change: 'undo' }, { change: 'allow' }])
    const entryId = random.pick([...(await listRecords(week)).map((record) => record.entryId), 999_999])
    const kind = random.between(0, 19)
    if (kind < 6) return save(week, person, random)
    if (kind < 10) await send(api.entryWithdrawal(tournamentId), person, { isWithdrawn: random.next() < 0.6 })
    else if (kind < 15) await send(api.adminTournamentUsers(tournamentId), power, { entryId, ...change })
    else if (kind < 17) await merge(week, random)
    else if (kind < 18) clock.advance(hour / 4)
    else if (kind < 19) await end(week)
    else await send(api.adminReopen(tournamentId), admin, { asksSource: false })
  }

  async function end({ tournamentId }: Week): Promise<void> {
    const summary = await (await pool.call(api.tournamentCurrent(), pool.people.power)).json()
    const { start } = summary as { start: string }
    if (clock.now() >= new Date(start)) await send(api.tournamentEnd(tournamentId), pool.people.power, [])
  }

  async function open({ tournamentId }: Week, viewer: Person): Promise<TournamentResponse> {
    const path = api.tournament(tournamentId, { players: true, entries: true })
    return (await (await pool.call(path, viewer)).json()) as TournamentResponse
  }

  async function check(week: Week, random: Random): Promise<void> {
    const { db } = pool.app.database
    const records = await listRecords(week)
    // Nothing is lost.
    expect(records.map(({ entryId }) => entryId).sort()).toEqual([...week.savers.keys()].sort())
    const picks = await db
      .selectFrom('selections')
      .select(['entry_id'])
      .where('tournament_id', '=', week.tournamentId)
      .execute()
    expect(picks).toHaveLength(records.length * 12)
    const counting = records.filter(({ state }) => state === 'entered')
    const ids = counting.map(({ entryId }) => entryId).sort()
    const { start, active } = await db
      .selectFrom('tournaments')
      .select(['start', 'active'])
      .where('id', '=', week.tournamentId)
      .executeTakeFirstOrThrow()
    for (const viewer of [random.pick(week.people), random.pick([...week.people, pool.people.power])]) {
      const { entries = [], withdrawnEntries = [] } = await open(week, viewer)
      expect(entries.map(({ id }) => id).sort()).toEqual(ids)
      const mayRead = (entryId: number) => week.savers.get(entryId)?.has(viewer) === true
      if (clock.now() < new Date(start)) {
        expect(withdrawnEntries).toEqual([])
        for (const entry of entries) expect(entry.selections.length > 0).toBe(mayRead(entry.id))
        for (const { entryId } of records) {
          const { status } = await pool.call(api.tournamentEntry(entryId), viewer)
          expect(status).toBe(ids.includes(entryId) && mayRead(entryId) ? 200 : 404)
        }
        const data = await collectPersonalData(db, viewer.userId, clock.now())
        for (const { id } of data?.entries ?? []) if (week.savers.has(id)) expect(mayRead(id)).toBe(true)
      } else {
        expect(withdrawnEntries).toHaveLength(records.length - ids.length)
      }
    }
    const results = await db
      .selectFrom('results')
      .select('user_id')
      .distinct()
      .where('tournament_id', '=', week.tournamentId)
      .execute()
    const owners = counting.map(({ id }) => id).sort()
    if (!active && results.length > 0) expect(results.map(({ user_id }) => user_id).sort()).toEqual(owners)
  }

  it('lose no record, show no pick early, and count the same everywhere', async () => {
    const random = testRandom()
    for (let round = 0; round < rounds; round += 1) {
      const week = await begin(round)
      for (let step = 0; step < steps; step += 1) {
        await act(week, random)
        await check(week, random)
      }
    }
    // Each step was taken and refused. A few weeks need not contain all of them.
    if (rounds >= 100) expect(seen.size).toBe(12)
  })
})
