import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { noValue } from '#domain/field/field.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PickablePlayers } from '#server/pool/tournament-responses/tournament-responses.ts'
import { listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { findLeaderboard, listLastResults } from './leaderboard-store.ts'

type Finishes = {
  readonly tournaments: readonly string[]
  /** By `espnId`. */
  readonly positions: ReadonlyMap<string, readonly (string | null)[]>
}

/** How many of the pool's tournaments the entry form looks back on (docs/rules.md, 2.7). */
const recentCount = 3

/**
 * A tournament's golfers, with their finishes in the pool's last tournaments (docs/rules.md, 2.7). The finishes are the same
 * for everybody, and read again only when one of these leaderboards has changed.
 */
export function createPickablePlayers(db: Db) {
  let known: { key: string; finishes: Finishes } = { key: '[]', finishes: { tournaments: [], positions: new Map() } }

  async function findFinishes(): Promise<Finishes> {
    const results = await listLastResults(db, recentCount)
    const key = JSON.stringify(results)
    if (key !== known.key) known = { key, finishes: await readFinishes(results) }
    return known.finishes
  }

  async function readFinishes(results: readonly { id: number; name: string }[]): Promise<Finishes> {
    const tournaments: string[] = []
    const boards: Map<string, string>[] = []
    for (const { id, name } of results) {
      const golfers = (await findLeaderboard(db, id))?.message.golfersScores ?? []
      // Somebody who withdrew before the first round has no finish.
      const played = golfers.filter(({ round1Score }) => round1Score !== noValue)
      if (played.length > 0) {
        tournaments.push(name)
        boards.push(new Map(played.map(({ espnId, position }) => [espnId, position])))
      }
      await yieldToEventLoop()
    }
    const espnIds = new Set(boards.flatMap((board) => [...board.keys()]))
    const positions = Array.from(
      espnIds,
      (espnId) => [espnId, boards.map((board) => board.get(espnId) ?? null)] as const,
    )
    return { tournaments, positions: new Map(positions) }
  }

  return async (tournamentId: number): Promise<PickablePlayers> => {
    const [players, { tournaments, positions }] = await Promise.all([listPlayers(db, tournamentId), findFinishes()])
    const withFinishes = players.map((player) => {
      const finishes = positions.get(player.espnId)
      return finishes === undefined ? player : { ...player, finishes }
    })
    return { players: withFinishes, ...(tournaments.length > 0 && { recentTournaments: tournaments }) }
  }
}
