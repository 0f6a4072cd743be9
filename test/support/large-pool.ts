import { sql } from 'kysely'
import { addRivals } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { buildClock } from './test-clock.ts'
import { openTestPool, type TestPool } from './test-pool.ts'

export const entrants = 5000
const hour = 3_600_000

export type LargePool = {
  pool: TestPool
  /** A thousand people. */
  withoutEntry: readonly number[]
  /** Advances the clock past the start, and polls the feed. */
  start(): Promise<void>
}

/** A pool of 5,000 entrants, an hour before its start. */
export async function openLargePool(): Promise<LargePool> {
  const clock = buildClock(new Date())
  const start = new Date(clock.now().getTime() + hour)
  const pool = await openTestPool({ clock, start, rateLimitFactor: 0 })
  await copyEntry(pool, await addRivals(pool.app, entrants))
  const withoutEntry = await addRivals(pool.app, 1000, 'urn:player-pool:without-entry')
  return {
    pool,
    withoutEntry,
    async start() {
      clock.set(new Date(Math.max(clock.now().getTime(), start.getTime()) + 61_000))
      await pool.app.feed.refreshTarget()
      await pool.app.feed.pollNow()
    },
  }
}

/** Copies the player's entry for these users. */
async function copyEntry(pool: TestPool, userIds: readonly number[]): Promise<void> {
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

type LargeRequest = { name: string; call(large: LargePool): Promise<Response> }

function read(name: string, toPath: (tournamentId: number) => string): LargeRequest {
  return { name, call: ({ pool }) => pool.call(toPath(pool.tournamentId), pool.people.admin) }
}

const tournament = read('the tournament', (id) => api.tournament(id, { players: true, entries: true }))
const auditEmail = read('the audit email', () => api.adminSendAuditMail())
const end: LargeRequest = {
  name: 'the end',
  call: ({ pool }) => pool.send('POST', api.tournamentEnd(pool.tournamentId), pool.people.power, []),
}

/** The requests whose work grows with the entrants. */
export const beforeStart: readonly LargeRequest[] = [
  tournament,
  read('the users', () => api.adminUsers()),
  read('the entrants', (id) => api.adminTournamentUsers(id)),
  read('the reminders', (id) => api.adminReminders(id)),
  auditEmail,
  {
    name: 'sending reminders',
    call: ({ pool, withoutEntry }) =>
      pool.send('POST', api.adminReminders(pool.tournamentId), pool.people.power, { userIds: withoutEntry }),
  },
]

export const afterStart: readonly LargeRequest[] = [
  tournament,
  read('the standings', (id) => api.tournamentStandings(id)),
  auditEmail,
  end,
  { ...end, name: 'the end, a second time' },
]
