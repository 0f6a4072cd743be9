import type { Entry, Player, Tier } from '#domain/tournament.ts'
import { findLockedPlayerErrors, type ListedPlayer } from '#domain/tournament-edit.ts'

/** Who has to stay where he is in a tournament that people have entered, as far as the form can tell. */
export type RosterLocks = {
  /** People who have entered. */
  readonly entrantCount: number
  readonly isStarted: boolean
  readonly players: readonly Player[]
  /** How many entries hold a player, by his id; told from the start on. */
  readonly entriesByPlayer: ReadonlyMap<number, number>
}

/** A player who is not where he has to stay. */
export type DisplacedPlayer = {
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
  const entriesByPlayer = new Map<number, number>()
  for (const { selections } of entries) {
    for (const playerId of new Set(selections.map((selection) => selection.playerId))) {
      entriesByPlayer.set(playerId, (entriesByPlayer.get(playerId) ?? 0) + 1)
    }
  }
  return { entrantCount: entries.length, isStarted, players, entriesByPlayer }
}

/**
 * Before the start everybody of the field stays from the first entry on, picked or not: who was picked is nobody's
 * business. From the start on only those who are in entries stay. Of `withdrawn` (ids) the server alone can tell.
 */
export function listDisplaced(
  { entrantCount, isStarted, players, entriesByPlayer }: RosterLocks,
  listed: readonly ListedPlayer[],
  withdrawn: ReadonlySet<string>,
): DisplacedPlayer[] {
  const findLockReason = ({ id, espnId }: Player) => {
    const count = isStarted ? (entriesByPlayer.get(id) ?? 0) : withdrawn.has(espnId) ? 0 : entrantCount
    if (count === 0) return undefined
    return `${toPeopleText(count)} ${isStarted ? 'picked him' : 'entered'}`
  }
  return players.flatMap((player) => {
    const [error] = findLockedPlayerErrors([player], listed, findLockReason)
    const { name, espnId, tier } = player
    return error === undefined ? [] : [{ name, espnId, tier, message: error.message }]
  })
}

/** "1 person has", "12 people have" */
export function toPeopleText(count: number): string {
  return count === 1 ? '1 person has' : `${count} people have`
}
