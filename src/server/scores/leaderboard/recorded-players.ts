import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { noValue } from '#domain/field/field.ts'
import type { CutRecord, Player } from '#domain/tournament/tournament.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { findLeaderboard, listFinalVersions } from './leaderboard-store.ts'

/**
 * A tournament's golfers, with their cuts in the pool's ended tournaments (docs/rules.md, 2.7). The cuts are the same for
 * everybody, and computed again only when one of these leaderboards has changed.
 */
export function createRecordedPlayers(db: Db) {
  let known = { key: '[]', records: new Map<string, CutRecord>() }

  async function findRecords(): Promise<ReadonlyMap<string, CutRecord>> {
    const boards = await listFinalVersions(db)
    const key = JSON.stringify(boards)
    if (key !== known.key) known = { key, records: await readRecords(boards.map(({ id }) => id)) }
    return known.records
  }

  async function readRecords(tournamentIds: readonly number[]): Promise<Map<string, CutRecord>> {
    const records = new Map<string, CutRecord>()
    for (const id of tournamentIds) {
      const golfers = (await findLeaderboard(db, id))?.message.golfersScores ?? []
      const hadCut = golfers.some(({ position }) => position === 'CUT')
      for (const { espnId, position, round1Score, round3Score } of golfers) {
        if (!hadCut || round1Score === noValue) continue
        const { made, of } = records.get(espnId) ?? { made: 0, of: 0 }
        const isMade = position !== 'CUT' && round3Score !== noValue
        records.set(espnId, { made: made + (isMade ? 1 : 0), of: of + 1 })
      }
      await yieldToEventLoop()
    }
    return records
  }

  return async (tournamentId: number): Promise<Player[]> => {
    const [players, records] = await Promise.all([listPlayers(db, tournamentId), findRecords()])
    return players.map((player) => {
      const cuts = records.get(player.espnId)
      return cuts === undefined ? player : { ...player, cuts }
    })
  }
}
