import { LRUCache } from 'lru-cache'
import { toPodium, toResultHeadline } from '#domain/standings/podium.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findTournament, type TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import type { StoredLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'

type Options = {
  db: Db
  findBoard: (tournamentId: number) => Promise<Pick<StoredLeaderboard, 'message'> | undefined>
}

const maxTexts = 20
/** Limited, because names can change. */
const maxAgeMs = 10 * 60_000

/** Describes ended tournaments: "Ann Ash wins by 3: 1 Ann Ash (-24), 2 Bo Birch (-21)". */
export function createResultTexts({ db, findBoard }: Options) {
  const texts = new LRUCache<string, { text: string | undefined }, TournamentRecord>({
    max: maxTexts,
    ttl: maxAgeMs,
    // A text that is evicted while it is composed still reaches those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ text: await describe(context) }),
  })

  async function describe(tournament: TournamentRecord): Promise<string | undefined> {
    const board = await findBoard(tournament.id)
    if (!board) return undefined
    const podium = toPodium(await rankEntries(db, tournament, board))
    if (podium === null) return undefined
    const lines = podium.lines.map(
      ({ standing: { position, displayName, toPar } }) => `${position} ${displayName} (${toPar})`,
    )
    return `${toResultHeadline(podium, tournament.decision)}: ${lines.join(', ')}`
  }

  /** Undefined unless the tournament has ended with a result. */
  return async (tournamentId: number) => {
    const tournament = await findTournament(db, tournamentId)
    if (!tournament || tournament.active || tournament.cancelledReason) return undefined
    // The result may be corrected.
    const { text } = await texts.forceFetch(`${tournamentId} ${tournament.version}`, { context: tournament })
    return text
  }
}
