import { countedTournaments, rankByEarlierLists } from '#domain/tournament/tier-proposal.ts'
import type { Db } from '../db/database.ts'
import { listPlayers, listTournaments } from '../tournaments/tournament-store.ts'

/** The golfers' ranks by athlete id, from the tier lists of the pool's other tournaments (docs/rules.md, 8.6). */
export async function rankByEarlierTournaments(db: Db, espnId: string): Promise<Map<string, number>> {
  const lists = []
  for (const tournament of await listTournaments(db)) {
    if (tournament.espnId === espnId) continue
    const players = await listPlayers(db, tournament.id)
    // An imported tournament has no lists.
    if (players.length > 0) lists.push(players)
    if (lists.length === countedTournaments) break
  }
  return rankByEarlierLists(lists)
}
