import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import type { TestInstance } from './e2e-instance.ts'

/** The golfers that the player picked, without duplicates, in pick order: at least the four of the first entry. */
export async function listOwnPicks(instance: TestInstance): Promise<[Player, Player, Player, Player, ...Player[]]> {
  const { userId } = await instance.account('player')
  const include = { players: true, entries: true }
  const { players = [], entries = [] } = await instance.read(api.tournament(instance.tournamentId, include), tournament)
  const ids = new Set(
    entries.find((entry) => entry.userId === userId)?.selections.map((selection) => selection.playerId),
  )
  const [a, b, c, d, ...more] = [...ids].flatMap((id) => players.find((player) => player.id === id) ?? [])
  if (!a || !b || !c || !d) throw new Error('The player has no entry.')
  return [a, b, c, d, ...more]
}
