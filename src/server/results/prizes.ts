import { LRUCache } from 'lru-cache'
import { readFee } from '#domain/payments/fee.ts'
import { describePrize, type PrizeKey, toPrizeKey } from '#domain/payments/payouts.ts'
import { awardPrizes } from '#domain/results/pot-split.ts'
import { standingAt } from '#domain/standings/standings.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findPot } from '#server/pool/payments/payment-store.ts'
import type { TournamentRecord } from '#server/pool/tournaments/tournament-store.ts'
import { findLeaderboard } from '#server/scores/leaderboard/leaderboard-store.ts'
import { rankEntries } from '#server/scores/leaderboard/rank-entries.ts'

/** A prize that an entry has won. `title`: "1st", "Last" or "Round 2". */
export type WonPrize = {
  readonly userId: number
  readonly entryNumber: number
  /** The name of the player, such as "Ann". */
  readonly owner: string
  /** "Ann 2" */
  readonly name: string
  readonly prize: PrizeKey
  readonly title: string
  readonly minor: number
}

export type Prizes = ReturnType<typeof createPrizes>

type Context = { readonly reader: Db; readonly tournament: TournamentRecord; readonly pot: number }

const maxTournaments = 50

/** The prizes of ended tournaments, computed once for all viewers (docs/rules.md, 13.2). */
export function createPrizes() {
  const won = new LRUCache<string, readonly WonPrize[], Context>({
    max: maxTournaments,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => award(context),
  })

  /** Empty unless the tournament has ended with places and its fee has payouts. */
  return async (reader: Db, tournament: TournamentRecord): Promise<readonly WonPrize[]> => {
    const { id, version, active, cancelledReason, fee } = tournament
    if (active || cancelledReason !== undefined || !fee || readFee(fee).payouts.length === 0) return []
    const pot = await findPot(reader, tournament)
    if (pot === null) return []
    return won.forceFetch(`${id} ${version} ${pot}`, { context: { reader, tournament, pot } })
  }
}

async function award({ reader, tournament, pot }: Context): Promise<readonly WonPrize[]> {
  const board = await findLeaderboard(reader, tournament.id)
  if (!board) return []
  const standings = await rankEntries(reader, tournament, board)
  return awardPrizes(tournament, standings, pot).awards.map((award) => {
    const { userId, entryNumber, userName: owner, displayName: name } = standingAt(standings, award.line)
    return {
      userId,
      entryNumber,
      owner,
      name,
      prize: toPrizeKey(award),
      title: describePrize(award),
      minor: award.minor,
    }
  })
}
