import type { Snapshot } from '../http/snapshot.ts'
import type { StoredLeaderboard } from './leaderboard-store.ts'

/** As a message, and compressed for sending. */
export type LatestLeaderboard = StoredLeaderboard & { snapshot: Snapshot }

type Load = (tournamentId: number) => Promise<LatestLeaderboard | undefined>

type Slot = { loading: ReturnType<Load>; latest: LatestLeaderboard | undefined }

/** The latest leaderboard of each tournament in memory. Concurrent requests share one load. */
export function createLeaderboardCache(load: Load) {
  const slots = new Map<number, Slot>()

  function startLoading(tournamentId: number): Slot {
    const slot: Slot = { loading: load(tournamentId), latest: undefined }
    slots.set(tournamentId, slot)
    const drop = () => {
      if (slots.get(tournamentId) === slot) slots.delete(tournamentId)
    }
    slot.loading.then((found) => {
      slot.latest = found
      // A missing leaderboard is not cached: another process may create it.
      if (!found) drop()
    }, drop)
    return slot
  }

  return {
    find: (tournamentId: number) => (slots.get(tournamentId) ?? startLoading(tournamentId)).loading,

    /** The cached one, after a load in flight; never starts a load. */
    async findLoaded(tournamentId: number): Promise<LatestLeaderboard | undefined> {
      return slots.get(tournamentId)?.loading.catch(() => undefined)
    },

    getCached: (tournamentId: number) => slots.get(tournamentId)?.latest,

    set(tournamentId: number, latest: LatestLeaderboard): void {
      slots.set(tournamentId, { loading: Promise.resolve(latest), latest })
    },

    listTournamentIds: () => [...slots.keys()],

    clear: () => slots.clear(),
  }
}
