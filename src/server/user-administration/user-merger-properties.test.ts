import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { addTournament, listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { createUserMerger, type UserMerger } from './user-merger.ts'

const rounds = testRounds(30)

const clock = buildClock()
const nobody = 2_000_000_000
/** The last one has not started. */
const tournamentCount = 3
const hour = 3_600_000
const maxUsers = 5

type UserPlan = {
  role: 'player' | 'power' | 'admin'
  isReal: boolean
  identities: number
  /** The records of the user in each tournament. */
  plays: ('nothing' | 'entry' | 'results' | 'both')[]
}

/**
 * `ids` and `caller` are indexes in the list of users. The index after the last one is an unknown user in `ids`, and an
 * outsider as the caller. `again` repeats the previous merge.
 */
type Step = { ids: number[]; caller: number; again: boolean }

const userPlans: fc.Arbitrary<UserPlan> = fc.record({
  role: fc.oneof(
    { weight: 12, arbitrary: fc.constant('player' as const) },
    { weight: 1, arbitrary: fc.constantFrom('power' as const, 'admin' as const) },
  ),
  isReal: fc.boolean(),
  identities: fc.integer({ min: 0, max: 2 }),
  plays: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constant('nothing' as const) },
      { weight: 2, arbitrary: fc.constantFrom('entry' as const, 'results' as const, 'both' as const) },
    ),
    { minLength: tournamentCount, maxLength: tournamentCount },
  ),
})

const steps: fc.Arbitrary<Step> = fc.record({
  ids: fc.uniqueArray(
    fc.oneof({ weight: 20, arbitrary: fc.nat(maxUsers - 1) }, { weight: 1, arbitrary: fc.constant(maxUsers) }),
    { minLength: 2, maxLength: 4 },
  ),
  caller: fc.nat(maxUsers),
  again: fc.boolean(),
})

const worlds = fc.record({
  users: fc.array(userPlans, { minLength: maxUsers, maxLength: maxUsers }),
  merges: fc.array(steps, { minLength: 1, maxLength: 5 }),
})

/** The expected tables: rows by their keys, users by id. */
type World = {
  /** The tournament that has not started. */
  unstarted: number | undefined
  users: Map<number, { is_admin: number; is_power_user: number; is_real: number; merged_into: number | null }>
  identities: Map<string, { user_id: number; syncs_profile: number }>
  entries: Map<number, { user_id: number; tournament_id: number; isWithdrawn: boolean }>
  results: { user_id: number; tournament_id: number }[]
  versions: Map<number, number>
}

/** A model of the merge over plain lists: applies it and returns the outcome. */
function mergeInModel(world: World, ids: number[], caller: number): 'refused' | 'repeated' | 'done' {
  const [target = nobody, ...sources] = ids
  const users = ids.map((id) => world.users.get(id))
  if (users.some((user) => user === undefined)) return 'refused'
  const [first, ...others] = users
  if (first?.merged_into === null && others.every((user) => user?.merged_into === target)) return 'repeated'
  if (users.some((user) => user?.merged_into !== null)) return 'refused'
  if (others.some((user) => user?.is_admin || user?.is_power_user)) return 'refused'
  if (sources.includes(caller)) return 'refused'
  const counting = [...world.entries].filter(([, { user_id, isWithdrawn }]) => ids.includes(user_id) && !isWithdrawn)
  if (counting.some(([, { tournament_id }]) => tournament_id === world.unstarted)) return 'refused'
  const places = world.results.filter(({ user_id }) => ids.includes(user_id))
  const doubles: World['entries'] = new Map()
  for (const tournamentId of world.versions.keys()) {
    const own = counting.filter(([, { tournament_id }]) => tournament_id === tournamentId)
    const rows = [...own.map(([, entry]) => entry), ...places.filter((row) => row.tournament_id === tournamentId)]
    const people = new Set(rows.map(({ user_id }) => user_id))
    if (people.size < 2) continue
    if (own.length < people.size) return 'refused'
    // All are saved at the same moment.
    const last = Math.max(...own.map(([id]) => id))
    for (const [id, entry] of own) if (id !== last) doubles.set(id, entry)
  }
  for (const { user_id, tournament_id } of doubles.values()) {
    world.results = world.results.filter((row) => row.user_id !== user_id || row.tournament_id !== tournament_id)
    world.versions.set(tournament_id, (world.versions.get(tournament_id) ?? 0) + 1)
  }
  for (const entry of doubles.values()) entry.isWithdrawn = true

  const isSource = (id: number | null) => id !== null && sources.includes(id)
  const renewed = new Set<number>()
  for (const entry of world.entries.values()) {
    if (!isSource(entry.user_id)) continue
    renewed.add(entry.tournament_id)
    if (entry.isWithdrawn) continue
    const replaced = [...world.entries.values()].find(
      ({ user_id, tournament_id }) => user_id === target && tournament_id === entry.tournament_id,
    )
    if (replaced) replaced.user_id = entry.user_id
    entry.user_id = target
  }
  for (const id of renewed) world.versions.set(id, (world.versions.get(id) ?? 0) + 1)
  for (const result of world.results) if (isSource(result.user_id)) result.user_id = target
  for (const identity of world.identities.values()) {
    if (isSource(identity.user_id)) Object.assign(identity, { user_id: target, syncs_profile: 0 })
  }
  if (first && others.some((user) => user?.is_real)) first.is_real = 1
  for (const [id, user] of world.users) {
    if (isSource(id) || isSource(user.merged_into)) user.merged_into = target
  }
  return 'done'
}

describe.each(databaseKinds())('merges in any order over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let db: Awaited<ReturnType<typeof openTestDatabase>>['database']['db']
  let merger: UserMerger
  let publishedCount = 0
  /** A caller who is not part of the merge. */
  let outsider: number
  const tournaments: { id: number; playerIds: number[] }[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    db = opened.database.db
    const publish = async () => {
      publishedCount += 1
    }
    merger = createUserMerger({
      db,
      clock,
      eventBus: { publish },
      outbox: { wake() {} },
      notifyOfResult: async () => 0,
      publicUrl: '',
      timeZone: 'UTC',
    })
    outsider = await addUser(db, { name: 'Admin', isAdmin: true })
    for (let index = 0; index < tournamentCount; index += 1) {
      const tournament = {
        espnId: '401811941',
        name: `Open ${index}`,
        start: new Date(clock.now().getTime() + (index < tournamentCount - 1 ? -hour : hour)).toISOString(),
        active: false,
        tiebreakers: ['Winning score?', 'Lowest round?'] as const,
        players: buildPlayers(),
      }
      const id = await inTransaction(db, (trx) => addTournament(trx, tournament, clock.now()))
      tournaments.push({ id, playerIds: (await listPlayers(db, id)).map((player) => player.id) })
    }
  })
  afterAll(() => opened.remove())

  /** All worlds share one database; each has its own users. */
  async function build(plans: readonly UserPlan[]): Promise<World> {
    const at = clock.now().toISOString()
    const world: World = {
      unstarted: tournaments.at(-1)?.id,
      users: new Map(),
      identities: new Map(),
      entries: new Map(),
      results: [],
      versions: new Map(),
    }
    await inTransaction(db, async (trx) => {
      for (const plan of plans) await addPlanned(trx, world, plan, at)
      const versions = await trx.selectFrom('tournaments').select(['id', 'version']).execute()
      for (const { id, version } of versions) world.versions.set(id, version)
    })
    return world
  }

  async function addPlanned(trx: Db, world: World, plan: UserPlan, at: string): Promise<void> {
    const values = {
      is_admin: plan.role === 'admin' ? (1 as const) : (0 as const),
      is_power_user: plan.role === 'power' ? (1 as const) : (0 as const),
      is_real: plan.isReal ? (1 as const) : (0 as const),
      merged_into: null,
    }
    const { id } = await trx
      .insertInto('users')
      .values({ ...values, name: 'Somebody', email: 'some@example.org', email_verified: 1, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    world.users.set(id, { ...values })
    for (let number = 0; number < plan.identities; number += 1) {
      const subject = `${id}-${number}`
      const identity = { issuer: 'https://id.example.org', subject, user_id: id, created_at: at }
      await trx.insertInto('user_identities').values(identity).execute()
      world.identities.set(subject, { user_id: id, syncs_profile: 1 })
    }
    for (const [index, play] of plan.plays.entries()) {
      const tournament = tournaments[index]
      if (!tournament || play === 'nothing') continue
      const owner = { user_id: id, tournament_id: tournament.id }
      if (play !== 'results') await addPicked(trx, world, owner, tournament.playerIds, at)
      if (play !== 'entry') {
        const rows = [1, 2, 3].map((entry_number) => ({ ...owner, entry_number, place: entry_number }))
        await trx.insertInto('results').values(rows).execute()
        world.results.push(...rows.map(() => ({ ...owner })))
      }
    }
  }

  async function addPicked(
    trx: Db,
    world: World,
    owner: { user_id: number; tournament_id: number },
    playerIds: readonly number[],
    at: string,
  ): Promise<void> {
    const { id } = await trx
      .insertInto('entries')
      .values({ ...owner, tiebreaker_1: 'a', tiebreaker_2: 'b', created_at: at, changed_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { tournament_id } = owner
    const picks = playerIds.map((player_id, pick_index) => ({
      entry_id: id,
      pick_index,
      tournament_id,
      player_id,
    }))
    await trx.insertInto('selections').values(picks).execute()
    world.entries.set(id, { ...owner, isWithdrawn: false })
  }

  /**
   * The rows of a world by their keys, regardless of their current owner. `strangers` are rows that its users should
   * not have.
   */
  async function read(world: World) {
    const userIds = [...world.users.keys()]
    const entryIds = [...world.entries.keys(), 0]
    const users = await db
      .selectFrom('users')
      .select(['id', 'is_admin', 'is_power_user', 'is_real', 'merged_into'])
      .where('id', 'in', userIds)
      .orderBy('id')
      .execute()
    const identities = await db
      .selectFrom('user_identities')
      .select(['subject', 'user_id', 'syncs_profile'])
      .where('subject', 'in', [...world.identities.keys(), ''])
      .execute()
    const entries = await db
      .selectFrom('entries')
      .select(['id', 'user_id', 'tournament_id', 'withdrawn_at'])
      .where((eb) => eb.or([eb('id', 'in', entryIds), eb('user_id', 'in', userIds)]))
      .orderBy('id')
      .execute()
    const results = await db
      .selectFrom('results')
      .select(['user_id', 'tournament_id'])
      .where('user_id', 'in', userIds)
      .execute()
    const picks = await db.selectFrom('selections').select('pick_index').where('entry_id', 'in', entryIds).execute()
    const versions = await db.selectFrom('tournaments').select(['id', 'version']).execute()
    return {
      users,
      identities: new Map(identities.map(({ subject, ...rest }) => [subject, rest])),
      entries: entries.map(({ withdrawn_at, ...entry }) => ({ ...entry, isWithdrawn: withdrawn_at !== null })),
      results: results.map(toKey).sort(),
      picks: picks.length,
      versions: new Map(versions.map(({ id, version }) => [id, version])),
    }
  }

  function expected(world: World) {
    return {
      users: [...world.users].map(([id, user]) => ({ id, ...user })),
      identities: world.identities,
      entries: [...world.entries].map(([id, entry]) => ({ id, ...entry })),
      results: world.results.map(toKey).sort(),
      picks: world.entries.size * 12,
      versions: world.versions,
    }
  }

  const size = kind.name === 'SQLite' ? rounds : Math.ceil(rounds / 20)
  const counts = { refused: 0, repeated: 0, done: 0 }

  it('lose nothing, or change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ users, merges }) => {
        const world = await build(users)
        const userIds = [...world.users.keys()]
        const toId = (index: number) => userIds[index] ?? nobody
        expect(await read(world)).toEqual(expected(world))
        for (const { ids, caller, again } of merges) {
          const wanted = ids.map(toId)
          const callerId = userIds[caller] ?? outsider
          const answers = []
          for (let time = 0; time < (again ? 2 : 1); time += 1) {
            const lines = await countLines()
            publishedCount = 0
            const outcome = mergeInModel(world, wanted, callerId)
            counts[outcome] += 1
            const answer = await merger.merge(wanted, callerId).catch(toRefusal)
            expect(typeof answer === 'string' ? 'refused' : 'merged').toBe(outcome === 'refused' ? 'refused' : 'merged')
            expect(await read(world)).toEqual(expected(world))
            expect((await countLines()) - lines).toBe(outcome === 'done' ? 1 : 0)
            expect(publishedCount).toBe(outcome === 'done' ? 2 : 0)
            answers.push(answer)
          }
          expect(answers.at(-1)).toEqual(answers[0])
        }
      }),
      { numRuns: size },
    )
    // Each outcome occurred. A handful of worlds need not contain all of them.
    if (size >= 50) for (const count of Object.values(counts)) expect(count).toBeGreaterThan(size / 20)
  })

  async function countLines(): Promise<number> {
    const last = await db
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(last.count)
  }
})

function toKey(row: { user_id: number; tournament_id: number }): string {
  return `${row.user_id} ${row.tournament_id}`
}

/** The reason of a problem; any other error is a failure. */
function toRefusal(error: unknown): string {
  if (!(error instanceof Problem)) throw error
  return error.message
}
