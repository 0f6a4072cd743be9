import type { PlayerLocks } from '#domain/player-locks.ts'
import type { Entry, Player } from '#domain/tournament.ts'

/** The stored players, and what decides which of them must stay in their tiers, as far as the form can tell. */
export type RosterLocks = PlayerLocks & { readonly players: readonly Player[] }

type Stored = {
  readonly players: readonly Player[]
  readonly entries: readonly Pick<Entry, 'selections'>[]
}

/** Picks are counted from the start on. Before it the browser has its own user's picks only: the server decides. */
export function toRosterLocks({ players, entries }: Stored, isStarted: boolean): RosterLocks {
  const pickersByPlayer = new Map<number, number>()
  for (const { selections } of isStarted ? entries : []) {
    for (const playerId of new Set(selections.map((selection) => selection.playerId))) {
      pickersByPlayer.set(playerId, (pickersByPlayer.get(playerId) ?? 0) + 1)
    }
  }
  return { entrantCount: entries.length, isStarted, players, pickersByPlayer }
}
