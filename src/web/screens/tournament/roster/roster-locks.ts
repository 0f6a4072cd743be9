import type { Entry, Player, Tier } from '#domain/tournament.ts'
import { findMovedPlayers, type ListedPlayer } from '#domain/tournament-edit.ts'

/** Who has to stay where he is in a tournament that people have entered, as far as the form can tell. */
export type RosterLocks = {
  /** People who have entered. */
  readonly entered: number
  readonly isStarted: boolean
  readonly players: readonly Player[]
  /** How many entries hold a player, by his id; told from the start on. */
  readonly pickers: ReadonlyMap<number, number>
}

/** A player who is not where he has to stay. */
export type Displaced = {
  readonly name: string
  readonly espnId: string
  /** His own tier. */
  readonly tier: Tier
  readonly message: string
}

type Stored = {
  readonly players: readonly Player[]
  readonly entries: readonly Pick<Entry, 'selections'>[]
}

export function toRosterLocks({ players, entries }: Stored, isStarted: boolean): RosterLocks {
  const pickers = new Map<number, number>()
  for (const { selections } of entries) {
    for (const playerId of new Set(selections.map((selection) => selection.playerId))) {
      pickers.set(playerId, (pickers.get(playerId) ?? 0) + 1)
    }
  }
  return { entered: entries.length, isStarted, players, pickers }
}

/**
 * Before the start everybody of the field stays from the first entry on, picked or not: who was picked is nobody's
 * business. From the start on only those who are in entries stay. Of `withdrawn` (ids) the server alone can tell.
 */
export function listDisplaced(
  { entered, isStarted, players, pickers }: RosterLocks,
  listed: readonly ListedPlayer[],
  withdrawn: ReadonlySet<string>,
): Displaced[] {
  const whyStay = ({ id, espnId }: Player) => {
    const count = isStarted ? (pickers.get(id) ?? 0) : withdrawn.has(espnId) ? 0 : entered
    if (count === 0) return undefined
    return `${toPeople(count)} ${isStarted ? 'picked him' : 'entered'}`
  }
  return players.flatMap((player) => {
    const [fault] = findMovedPlayers([player], listed, whyStay)
    const { name, espnId, tier } = player
    return fault === undefined ? [] : [{ name, espnId, tier, message: fault.message }]
  })
}

/** "1 person has", "12 people have" */
export function toPeople(count: number): string {
  return count === 1 ? '1 person has' : `${count} people have`
}
