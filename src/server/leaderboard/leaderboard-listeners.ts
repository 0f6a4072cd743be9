import type { LatestLeaderboard } from './leaderboard-cache.ts'

/** A new version, or the same version at a later check of the feed. */
export type UpdateKind = 'leaderboard' | 'checked'

type Listener = (latest: LatestLeaderboard, kind: UpdateKind) => void

/** Who in this process wants to know of updates, by tournament. */
export function createLeaderboardListeners() {
  const listeners = new Map<number, Set<Listener>>()

  return {
    /** Returns its own undo. */
    subscribe(tournamentId: number, listener: Listener): () => void {
      const set = listeners.get(tournamentId) ?? new Set()
      listeners.set(tournamentId, set.add(listener))
      return () => {
        set.delete(listener)
        // A second call must not drop the set of later listeners.
        if (set.size === 0 && listeners.get(tournamentId) === set) listeners.delete(tournamentId)
      }
    },

    notify(tournamentId: number, latest: LatestLeaderboard, kind: UpdateKind): void {
      for (const listener of listeners.get(tournamentId) ?? []) listener(latest, kind)
    },

    count: (tournamentId: number) => listeners.get(tournamentId)?.size ?? 0,

    listTournamentIds: () => [...listeners.keys()],
  }
}
