import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { feedSource } from '#domain/field/field.ts'
import { createOutbox } from '#server/delivery/outbox/outbox.ts'
import { createLog } from '#server/platform/log/log.ts'
import { addEntry } from '#server/pool/entries/entry-store.ts'
import { addTournament, listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { addUserWithIdentity } from '#server/users/identity-store.ts'
import { buildEvent, buildFieldOf } from './build-field.ts'
import { buildPlayers } from './build-tournament.ts'
import { type DatabaseKind, openTestDatabase } from './database-kind.ts'
import { buildClock } from './test-clock.ts'

export type EventPool = Awaited<ReturnType<typeof openEventPool>>

export const hour = 60 * 60_000

export const start = new Date('2026-04-09T12:00:00.000Z')

export const tournamentContent = {
  name: 'Links Open',
  start: start.toISOString(),
  tiebreakers: ['Winning score?', 'Longest drive?'],
  players: buildPlayers(),
} as const

type Opened = Awaited<ReturnType<typeof openTestDatabase>>

/** A small pool two days before the start, without a server: for what happens at pool events. By default on a new database. */
export async function openEventPool(kind: DatabaseKind, given?: Opened) {
  const opened = given ?? (await openTestDatabase(kind))
  const { db } = opened.database
  const clock = buildClock(new Date(start.getTime() - 48 * hour))
  const log = createLog('silent')
  let board: { message: Leaderboard; feedChecked: string } | undefined
  const tournament = { ...tournamentContent, espnId: '4018', active: true }
  const tournamentId = await db.transaction().execute((trx) => addTournament(trx, tournament, clock.now()))

  return {
    ...opened,
    db,
    clock,
    tournamentId,
    /** The services that a watch of pool events needs. */
    services: {
      db,
      clock,
      log,
      alertAfterMs: 5 * 60_000,
      hub: { findLatest: async () => board as never },
      outbox: createOutbox({ db, channels: [], clock, log }),
    },
    getBoard: () => board,
    setTimeFromStart: (ms: number) => clock.set(new Date(start.getTime() + ms)),

    async addUser(name: string): Promise<number> {
      const profile = { name, email: `${name}@example.com`, emailVerified: true, asOf: clock.now() }
      const { user } = await addUserWithIdentity(db, { issuer: 'test', subject: name }, profile, clock.now())
      return user.id
    },

    /** `picks`: twelve golfers, as indexes of the players. */
    async enter(userId: number, picks: readonly number[]): Promise<void> {
      const players = await listPlayers(db, tournamentId)
      const playerIds = picks.map((index) => players[index]?.id ?? 0)
      const entry = { tournamentId, userId, playerIds, tiebreakers: ['-10', '300'] as const }
      await db.transaction().execute((trx) => addEntry(trx, entry, clock.now()))
    },

    /** Sets the leaderboard as after a response of the feed. `scores`: to par, of the first players; the rest are even. */
    receive(
      roundStatus: string,
      currentRound: number,
      scores: readonly number[],
      changes: (message: Leaderboard) => Partial<Leaderboard> = () => ({}),
    ): void {
      const field = buildFieldOf(tournamentContent.players.map((_, index) => scores[index] ?? 0))
      const at = clock.now().toISOString()
      const message = {
        ...field,
        golfersScores: [...field.golfersScores],
        currentRound,
        event: buildEvent({ roundStatus }),
        version: 1,
        timeStamp: at,
        stale: null,
        source: feedSource,
      }
      board = { feedChecked: at, message: { ...message, ...changes(message) } }
    },
  }
}
