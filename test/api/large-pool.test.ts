import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRivals } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { measureLongestTurn } from '../support/event-loop.ts'
import { buildClock } from '../support/test-clock.ts'
import { openTestPool, type TestPool } from '../support/test-pool.ts'

/**
 * No request occupies the event loop for more than 50 ms at a time (docs/security.md, 4.3). These figures are CPU time
 * and include the client, the simulated feed and functions that are not compiled yet, hence the margin.
 */
const maxTurnMs = 100
const entrants = 5000
const hour = 3_600_000

describe(`while a pool of ${entrants} entrants`, () => {
  const clock = buildClock(new Date())
  const start = new Date(clock.now().getTime() + hour)
  let pool: TestPool
  let withoutEntry: number[]

  beforeAll(async () => {
    pool = await openTestPool({ clock, start, rateLimitFactor: 0 })
    await addEntries(await addRivals(pool.app, entrants))
    withoutEntry = await addRivals(pool.app, 1000, 'urn:player-pool:without-entry')
  })
  afterAll(() => pool.close())

  /** Copies the player's entry for these users. */
  async function addEntries(userIds: readonly number[]): Promise<void> {
    const { db } = pool.app.database
    const [first, last] = [userIds[0], userIds.at(-1)]
    await sql`insert into entries (tournament_id, user_id, tiebreaker_1, tiebreaker_2, created_at, changed_at)
      select own.tournament_id, users.id, own.tiebreaker_1, own.tiebreaker_2, own.created_at, own.changed_at
      from users, entries own
      where users.id between ${first} and ${last} and own.user_id = ${pool.people.player.userId}`.execute(db)
    await sql`insert into selections (entry_id, pick_index, tournament_id, player_id)
      select entries.id, pick.pick_index, pick.tournament_id, pick.player_id
      from entries, entries own, selections pick
      where entries.user_id between ${first} and ${last}
        and own.user_id = ${pool.people.player.userId} and pick.entry_id = own.id`.execute(db)
  }

  async function expectShortTurns(call: () => Promise<Response>): Promise<void> {
    const longest = await measureLongestTurn(async () => {
      const response = await call()
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    })
    expect(longest).toBeLessThan(maxTurnMs)
  }

  /** The simulated feed runs in this process, so it is polled before a measurement. */
  async function startAndPoll(): Promise<void> {
    clock.set(new Date(Math.max(clock.now().getTime(), start.getTime()) + 61_000))
    await pool.app.feed.refreshTarget()
    await pool.app.feed.pollNow()
  }

  const readers: [string, (tournamentId: number) => string][] = [
    ['the tournament', (id) => api.tournament(id, { players: true, entries: true })],
    ['the users', () => api.adminUsers()],
    ['the entrants', (id) => api.adminTournamentUsers(id)],
    ['the reminders', (id) => api.adminReminders(id)],
    ['the audit email', () => api.adminSendAuditMail()],
  ]

  it.each(readers)('is requested before the start, other requests are answered: %s', async (_what, path) => {
    await expectShortTurns(() => pool.call(path(pool.tournamentId), pool.people.admin))
  })

  it('sends reminders, other requests are answered', async () => {
    const path = api.adminReminders(pool.tournamentId)
    await expectShortTurns(() => pool.send('POST', path, pool.people.power, { userIds: withoutEntry }))
  })

  it.each<[string, (tournamentId: number) => string]>([
    ['the tournament', (id) => api.tournament(id, { players: true, entries: true })],
    ['the standings', (id) => api.tournamentStandings(id)],
    ['the audit email', () => api.adminSendAuditMail()],
  ])('is requested after the start, other requests are answered: %s', async (_what, path) => {
    await startAndPoll()
    await expectShortTurns(() => pool.call(path(pool.tournamentId), pool.people.admin))
  })

  it('ends, even a second time, other requests are answered', async () => {
    await startAndPoll()
    for (let call = 0; call < 2; call += 1) {
      await expectShortTurns(() => pool.send('POST', api.tournamentEnd(pool.tournamentId), pool.people.power, []))
    }
  })
})
