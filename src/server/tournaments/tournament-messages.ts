import { LRUCache } from 'lru-cache'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import { redactEntry } from '#domain/pick-visibility.ts'
import { hasStarted } from '#domain/tournament.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { createSnapshot, type Snapshot } from '../http/snapshot.ts'
import { listEntries } from './entry-store.ts'
import { findTournament, listPlayers, type TournamentRecord } from './tournament-store.ts'

export type Include = { includePlayers: boolean; includeEntries: boolean }

export type TournamentMessages = ReturnType<typeof createTournamentMessages>

/** Enough for the current tournament and a few past ones, each with every combination of the two switches. */
const maxSnapshots = 32

/**
 * The tournament as its viewers get it. Once it has started it is the same for all of them, and changes only when an
 * administrator acts: it is then made and compressed once, and found again by its version.
 */
export function createTournamentMessages(db: Db, clock: Clock) {
  const snapshots = new LRUCache<string, Promise<Snapshot>>({ max: maxSnapshots })

  function getOrCreateShared(key: string, make: () => Promise<Snapshot>): Promise<Snapshot> {
    const cached = snapshots.get(key)
    if (cached) return cached
    const made = make()
    snapshots.set(key, made)
    made.catch(() => snapshots.delete(key))
    return made
  }

  async function compose(
    tournament: TournamentRecord,
    include: Include,
    viewerId: number | 'all',
  ): Promise<string> {
    const message: TournamentResponse = {
      ...toSummary(tournament),
      ...(include.includePlayers && { players: await listPlayers(db, tournament.id) }),
      ...(include.includeEntries && { entries: await entriesFor(tournament.id, viewerId) }),
    }
    return JSON.stringify(message)
  }

  async function entriesFor(tournamentId: number, viewerId: number | 'all') {
    const entries = await listEntries(db, tournamentId)
    const shown = entries.map((entry) =>
      // When an entry was saved is told to its owner while it can be changed; later it would be bytes for everybody.
      viewerId === 'all' ? { ...entry, changedAt: undefined } : redactEntry(entry, viewerId),
    )
    return shown.map(({ tiebreakers, selections, ...entry }) => ({
      ...entry,
      tiebreakers: [...tiebreakers],
      selections: [...selections],
    }))
  }

  return {
    /** What `viewerId` may see of a tournament now; undefined when there is none with that id. */
    async find(tournamentId: number, include: Include, viewerId: number): Promise<Snapshot | undefined> {
      const tournament = await findTournament(db, tournamentId)
      if (!tournament) return undefined
      if (include.includeEntries && !hasStarted(tournament, await clock.authoritativeNow(db))) {
        return createSnapshot(await compose(tournament, include, viewerId))
      }
      const key = [tournament.id, tournament.version, include.includePlayers, include.includeEntries].join()
      return getOrCreateShared(key, async () => createSnapshot(await compose(tournament, include, 'all')))
    },

    clear(): void {
      snapshots.clear()
    },
  }
}

export function toSummary(tournament: TournamentRecord) {
  const { version: _version, tiebreakers, ...summary } = tournament
  return { ...summary, tiebreakers: [...tiebreakers] as [string, string] }
}
