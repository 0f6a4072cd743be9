import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collectPersonalData,
  createStartFollowing,
  createStartNotification,
  deleteTournament,
  inTransaction,
  listPlayers,
} from '#built/harness.mjs'
import type { AnnouncedEvent } from '#contract/announcement-contract.ts'
import type { ListedEntrant } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import type { Random } from '#simulator/seeded-random.ts'
import { fillEntry } from '../support/entry-client.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'
import { testRandom } from '../support/test-random.ts'
import { testRounds } from '../support/test-rounds.ts'
import { createTournamentClient } from '../support/tournament-client.ts'

/**
 * Random weeks of a pool: people enter, withdraw and take back, an organiser removes, allows and undoes, accounts are merged,
 * events are announced, and tournaments are created, moved, ended, cancelled, reopened and deleted. No record is ever lost, none counts after the start that did not count at it,
 * nobody sees another person's picks before the start, what counts is the same everywhere, and a cancelled tournament is
 * never the current one.
 */
const rounds = testRounds(1)
const steps = 20
const quarter = 900_000
/** What tournaments are ended without. */
const reason = 'The course is flooded.'

/** A tournament as it has to be. */
type Expected = {
  id: number
  name: string
  start: number
  followsFeed: boolean
  hasStarted: boolean
  state: 'active' | 'played' | 'cancelled' | 'deleted'
  /** The entries that counted at the start; before it, none. */
  locked: Set<number>
  /** By entry: who could sign in as its owner when it was saved. */
  savers: Map<number, Set<Person>>
}

type Week = {
  round: number
  people: Person[]
  /** The people who can sign in as the same user, by person. */
  accounts: Map<Person, Set<Person>>
  /** The latest last. */
  tournaments: Expected[]
  announced: AnnouncedEvent | null
}

describe.each(databaseKinds())('random weeks over $name', (kind) => {
  // The feed's midnight is not a start.
  const begun = new Date(new Date().setMinutes(7))
  const clock = buildClock(begun)
  let pool: TestPool
  let organiser: ReturnType<typeof createTournamentClient>
  let follow: ReturnType<typeof createStartFollowing>
  const seen = new Set<string>()

  beforeAll(async () => {
    const mail = { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@example.org' } as const
    const start = new Date(now() - 4 * quarter)
    pool = await openTestPool({ kind, clock, start, startAt: 'round-2-middle', rateLimitFactor: 0, mail })
    organiser = createTournamentClient(pool)
    const { app } = pool
    const notifyOfStart = createStartNotification({ publicUrl: app.config.publicUrl, timeZone: 'UTC' })
    follow = createStartFollowing({ db: app.database.db, clock, notifyOfStart, eventBus: app.eventBus })
    // Without scores, it would be cancelled.
    await app.feed.refreshTarget()
    await app.feed.pollNow()
    await order(true, api.tournamentEnd(pool.tournamentId), pool.people.power, [])
  })
  afterAll(() => pool.close())

  const now = () => clock.now().getTime()
  const toActive = ({ tournaments }: Week) => tournaments.find(({ state }) => state === 'active')

  /** With a tournament that is active, after one that has been played. */
  async function begin(round: number): Promise<Week> {
    const { db } = pool.app.database
    // Before the tokens expire.
    clock.set(begun)
    const earlier = await db.selectFrom('tournaments').select('id').where('id', '<>', pool.tournamentId).execute()
    for (const { id } of earlier) await inTransaction(db, (trx) => deleteTournament(trx, id))
    for (const table of ['outbox', 'announcements', 'audit_log'] as const) await db.deleteFrom(table).execute()
    const people = []
    for (const name of ['ann', 'bo', 'cy']) people.push(await addPerson(pool.app, `${name}-${round}`))
    const accounts = new Map(people.map((one) => [one, new Set([one])]))
    const week: Week = { round, people, accounts, tournaments: [], announced: null }
    await create(week, 4)
    return week
  }

  async function send(path: string, person: Person, body: unknown, method = 'POST') {
    const response = await pool.send(method, path, person, body)
    const said: unknown = await response.json()
    expect(response.status, `${method} ${path}: ${JSON.stringify(said)}`).toBeLessThan(500)
    seen.add(`${method} ${path.replace(/\d+/, '')} ${response.ok}`)
    return response.ok ? said : undefined
  }

  /** Sends a request of an organiser or admin, which succeeds exactly if it is allowed. */
  async function order(isPossible: boolean, ...[path, person, body, method]: Parameters<typeof send>) {
    const said = await send(path, person, body, method)
    expect(said !== undefined, `${method} ${path} at ${clock.now().toISOString()}`).toBe(isPossible)
    return said
  }

  async function listRecords({ id }: Expected): Promise<ListedEntrant[]> {
    return (await (await pool.call(api.adminTournamentUsers(id, true), pool.people.power)).json()) as ListedEntrant[]
  }

  async function listCounting(tournament: Expected): Promise<ListedEntrant[]> {
    return (await listRecords(tournament)).filter((record) => record.state === 'entered')
  }

  async function create(week: Week, quarters: number): Promise<void> {
    const { round, tournaments } = week
    const start = now() + quarters * quarter
    const followsFeed = quarters % 2 === 0
    const name = `Open ${round}.${tournaments.length}`
    const body = organiser.fill({ name, start: new Date(start).toISOString(), followsFeed })
    const created = await order(!toActive(week), api.tournamentSave(), pool.people.power, body)
    if (!created) return
    const { id } = created as TournamentResponse
    const rest = { hasStarted: false, state: 'active', locked: new Set<number>(), savers: new Map() } as const
    tournaments.push({ id, name, start, followsFeed, ...rest })
    week.announced = null
  }

  async function announce(week: Week, random: Random): Promise<void> {
    const { announced } = week
    const start = new Date(now() + random.between(-1, 8) * quarter).toISOString()
    const { eventId: espnId } = pool.simulator
    const another: AnnouncedEvent = { espnId, name: `Open ${week.round}`, start, tiebreakers: ['Score?', 'Cut?'] }
    const event = random.pick([null, announced, another])
    const isRepeat = event === announced || start === announced?.start
    const isFree = !toActive(week) && !announced && Date.parse(start) > now()
    const isPossible = event === null || isRepeat || isFree
    if (await order(isPossible, api.announcement(), pool.people.power, { event }, 'PUT')) week.announced = event
  }

  async function save(week: Week, tournament: Expected, person: Person, random: Random): Promise<void> {
    const userId = ((await (await pool.call(api.user(), person)).json()) as { id: number }).id
    const players = await listPlayers(pool.app.database.db, tournament.id)
    const own =
      tournament.state === 'deleted' ? undefined : (await listRecords(tournament)).find((one) => one.id === userId)
    const id = own && random.next() < 0.8 && own.state === 'entered' ? own.entryId : 0
    const body = fillEntry(players, tournament.id, { ...person, userId }, random.between(0, 50), { id })
    const saved = (await send(api.entrySave(), person, body, id === 0 ? 'POST' : 'PUT')) as { id: number } | undefined
    if (!saved) return
    expect([tournament.state, tournament.hasStarted]).toEqual(['active', false])
    tournament.savers.set(saved.id, new Set(week.accounts.get(person)))
  }

  async function merge({ people, accounts }: Week, random: Random): Promise<void> {
    const [target, source] = [random.pick(people), random.pick(people)]
    if (target === source) return
    const { admin } = pool.people
    const userIds = [target.userId, source.userId]
    await send(api.adminMergePreview(), admin, userIds)
    if ((await send(api.adminMergeUsers(), admin, userIds)) === undefined) return
    const joined = new Set([...(accounts.get(target) ?? []), ...(accounts.get(source) ?? [])])
    for (const person of joined) accounts.set(person, joined)
  }

  /** By an organiser, or with the feed. */
  async function move(tournament: Expected, random: Random): Promise<void> {
    const start = now() + random.between(-2, 8) * quarter
    const { id, state, hasStarted } = tournament
    const at = new Date(start).toISOString()
    if (random.next() < 0.5) {
      await follow(id, at)
      if (state !== 'active' || hasStarted || !tournament.followsFeed || start <= now()) return
    } else {
      const followsFeed = random.next() < 0.7
      const stored = state === 'deleted' ? organiser.fill({ id }) : await organiser.open(id)
      const isRepeat = state !== 'deleted' && start === tournament.start && followsFeed === tournament.followsFeed
      const isPossible = isRepeat || (state === 'active' && !(hasStarted && start !== tournament.start))
      const body = { ...stored, start: at, followsFeed }
      if (!(await order(isPossible, api.tournamentSave(), pool.people.power, body, 'PUT'))) return
      tournament.followsFeed = followsFeed
    }
    tournament.start = start
  }

  async function act(week: Week, tournament: Expected, random: Random): Promise<void> {
    const person = random.pick(week.people)
    const { id, state } = tournament
    const kind = random.between(0, 29)
    if (kind < 6) await save(week, tournament, person, random)
    else if (kind < 9) {
      const changed = await send(api.entryWithdrawal(id), person, { isWithdrawn: random.next() < 0.6 })
      if (changed !== undefined) expect([state, tournament.hasStarted]).toEqual(['active', false])
    } else if (kind < 13) await changeEntrant(week, tournament, random)
    else if (kind < 15) await merge(week, random)
    else if (kind < 17) clock.advance(random.between(1, 4) * quarter)
    else if (kind < 20) await move(tournament, random)
    else if (kind < 22) await announce(week, random)
    else if (kind < 24) await create(week, random.between(1, 6))
    else await finish(week, tournament, random)
    for (const each of week.tournaments) {
      // A tournament that was cancelled before its start never starts.
      if (each.hasStarted || each.state === 'cancelled' || each.start > now()) continue
      each.hasStarted = true
      if (each.state === 'active') each.locked = new Set((await listCounting(each)).map(({ entryId }) => entryId))
    }
  }

  async function changeEntrant({ tournaments }: Week, tournament: Expected, random: Random): Promise<void> {
    const entryIds = [...tournaments.flatMap(({ savers }) => [...savers.keys()]), 999_999]
    const entryId = random.pick([...tournament.savers.keys(), random.pick(entryIds)])
    const records = tournament.state === 'deleted' ? [] : await listRecords(tournament)
    const isRemoved = records.find((record) => record.entryId === entryId)?.state === 'removed'
    const others = [{ change: 'remove', reason: 'Not paid' }, { change: 'allow' }]
    const change = random.pick([{ change: 'undo' }, ...(isRemoved ? [{ change: 'undo' }] : []), ...others])
    const path = api.adminTournamentUsers(tournament.id)
    if (!(await send(path, pool.people.power, { entryId, ...change }))) return
    expect([tournament.state, tournament.savers.has(entryId)]).toEqual(['active', true])
  }

  async function finish(week: Week, tournament: Expected, random: Random): Promise<void> {
    const { id, name, state, hasStarted } = tournament
    const { power, admin } = pool.people
    const kind = random.between(0, 5)
    const isActive = state === 'active'
    if (kind < 2) {
      if (isActive && hasStarted) {
        await pool.app.feed.refreshTarget()
        await pool.app.feed.pollNow()
      }
      await order(state !== 'deleted', api.tournamentEnd(id), power, [])
      if (isActive) tournament.state = hasStarted ? 'played' : 'cancelled'
    } else if (kind < 3) {
      if (await order(isActive || state === 'cancelled', api.adminCancel(id), power, { reason }))
        tournament.state = 'cancelled'
    } else if (kind < 4) {
      if (await order(state === 'cancelled', api.adminDelete(id), power, { name })) tournament.state = 'deleted'
    } else {
      // A tournament that was cancelled before its start can be reopened until then.
      const canOpen = hasStarted || tournament.start > now()
      const isPossible = isActive || (state !== 'deleted' && canOpen && !toActive(week))
      if (await order(isPossible, api.adminReopen(id), admin, { asksSource: false })) tournament.state = 'active'
    }
  }

  /** Everything that names a tournament, as this person sees it. */
  async function checkTournaments({ tournaments, announced }: Week, viewer: Person): Promise<void> {
    const read = async (path: string) => (await (await pool.call(path, viewer)).json()) as unknown
    const existing = tournaments.filter(({ state }) => state !== 'deleted')
    const listed = ((await read(api.tournamentAll())) as TournamentSummary[]).filter(
      ({ id }) => id !== pool.tournamentId,
    )
    const toFacts = (one: TournamentSummary) => [one.id, Date.parse(one.start), one.active, 'cancelledReason' in one]
    const expected = existing.map((one) => [one.id, one.start, one.state === 'active', one.state === 'cancelled'])
    expect(listed.map(toFacts).sort()).toEqual(expected.sort())
    const played = existing.filter(({ state }) => state === 'played').sort((a, b) => a.start - b.start || a.id - b.id)
    const active = existing.find(({ state }) => state === 'active')
    const current = (await read(api.tournamentCurrent())) as TournamentSummary
    expect(current.id).toBe((active ?? played.at(-1))?.id ?? pool.tournamentId)
    const shown = (await read(api.announcement())) as { event: AnnouncedEvent } | null
    expect(shown?.event ?? null).toEqual(active ? null : announced)
  }

  /** Its records, as each of these people sees them. */
  async function checkRecords(tournament: Expected, viewers: Person[]): Promise<void> {
    const { db } = pool.app.database
    const { id, state, savers, hasStarted } = tournament
    const picks = await db.selectFrom('selections').select('entry_id').where('tournament_id', '=', id).execute()
    const path = api.tournament(id, { players: false, entries: true })
    if (state === 'deleted') {
      expect(picks).toEqual([])
      for (const viewer of viewers) expect((await pool.call(path, viewer)).status).toBe(404)
      return
    }
    // Nothing is lost.
    const records = await listRecords(tournament)
    expect(records.map(({ entryId }) => entryId).sort()).toEqual([...savers.keys()].sort())
    expect(picks).toHaveLength(records.length * 12)
    const counting = records.filter((record) => record.state === 'entered')
    const ids = counting.map(({ entryId }) => entryId).sort()
    for (const viewer of viewers) {
      const { entries = [], withdrawnEntries = [] } = (await (
        await pool.call(path, viewer)
      ).json()) as TournamentResponse
      expect(entries.map((entry) => entry.id).sort()).toEqual(ids)
      const mayRead = (entryId: number) => savers.get(entryId)?.has(viewer) === true
      const isShown = ({ selections }: { selections: unknown[] }) => selections.length > 0
      if (hasStarted) {
        expect(withdrawnEntries).toHaveLength(records.length - ids.length)
        expect(entries.every(isShown)).toBe(true)
        for (const entry of entries) expect(tournament.locked).toContain(entry.id)
        continue
      }
      expect(withdrawnEntries).toEqual([])
      // A merge hides what was cancelled before its start from its owner, too.
      const mayBeHidden = state === 'cancelled'
      for (const entry of entries) if (!mayBeHidden || isShown(entry)) expect(isShown(entry)).toBe(mayRead(entry.id))
      for (const { entryId } of records) {
        const response = await pool.call(api.tournamentEntry(entryId), viewer)
        const opened = response.ok ? ((await response.json()) as TournamentResponse) : undefined
        if (mayBeHidden && !opened?.entries?.some(isShown)) continue
        expect(response.status).toBe(ids.includes(entryId) && mayRead(entryId) ? 200 : 404)
      }
      const data = await collectPersonalData(db, viewer.userId, clock.now())
      for (const entry of data?.entries ?? []) if (savers.has(entry.id)) expect(mayRead(entry.id)).toBe(true)
    }
    const results = await db
      .selectFrom('results')
      .select('user_id')
      .distinct()
      .where('tournament_id', '=', id)
      .execute()
    const owners = state === 'played' ? counting.map((record) => record.id).sort() : []
    if (state !== 'active') expect(results.map(({ user_id }) => user_id).sort()).toEqual(owners)
  }

  it('lose no record, show no pick early, and count the same everywhere', async () => {
    const random = testRandom()
    for (let round = 0; round < rounds; round += 1) {
      const week = await begin(round)
      for (let step = 0; step < steps; step += 1) {
        const latest = week.tournaments.at(-1)
        const tournament = random.next() < 0.15 || !latest ? random.pick(week.tournaments) : latest
        await act(week, tournament, random)
        await checkTournaments(week, random.pick(week.people))
        await checkRecords(tournament, [random.pick([...week.people, pool.people.power])])
      }
      for (const tournament of week.tournaments) await checkRecords(tournament, [...week.people, pool.people.power])
    }
    // Each step was taken and refused. A few weeks need not contain all of them.
    if (rounds >= 100) expect(seen.size).toBe(26)
  })
})
