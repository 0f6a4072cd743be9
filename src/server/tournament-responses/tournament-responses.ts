import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { routePaths } from '#contract/paths.ts'
import { hasStarted } from '#domain/tournament/tournament.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { streamEntries } from '../entries/entry-store.ts'
import { createSnapshot, type Negotiate, negotiate, type Snapshot, toDigest, toEtag } from '../http/snapshot.ts'
import type { PolledResource } from '../http/snapshot-fast-path.ts'
import { listPlayers, listTournamentsById, type TournamentRecord, toSummary } from '../tournaments/tournament-store.ts'
import { coalesceReads } from './coalesced-reads.ts'
import { createPreStartCache } from './pre-start-cache.ts'

export type Include = { includePlayers: boolean; includeEntries: boolean }

export type TournamentResponses = ReturnType<typeof createTournamentResponses>

/** Enough for the current tournament and a few past ones, each with every combination of the two flags. */
const maxSnapshots = 32

/**
 * The tournament as its viewers get it. The stored version and the time are read for every request, because other
 * processes save too. Everything else is cached by version: once a tournament has started, one compressed snapshot
 * serves everyone; until then each viewer gets their own body from the pre-start cache.
 */
export function createTournamentResponses(db: Db, clock: Clock, brotliQuality?: number) {
  const snapshots = new LRUCache<string, { version: number; snapshot: Promise<Snapshot> }>({
    max: maxSnapshots,
  })
  const preStart = createPreStartCache(db)

  const readState = coalesceReads(async (ids: ReadonlySet<number>) => {
    // The time comes first. A start that has passed cannot be moved to later (docs/security.md, 12.4), so picks are
    // still public when the tournament is read.
    const now = await clock.authoritativeNow(db)
    const tournaments = await listTournamentsById(db, [...ids])
    return new Map(
      tournaments.map((tournament) => [tournament.id, { tournament, arePicksPublic: hasStarted(tournament, now) }]),
    )
  })

  function getSnapshot(tournament: TournamentRecord, include: Include): Promise<Snapshot> {
    const { id, version } = tournament
    const key = [id, include.includePlayers, include.includeEntries].join()
    const cached = snapshots.get(key)
    if (cached && cached.version >= version) return cached.snapshot
    const snapshot = compose(tournament, include).then((json) => compress(json, cached?.snapshot))
    snapshots.set(key, { version, snapshot })
    snapshot.catch(() => {
      if (snapshots.get(key)?.snapshot === snapshot) snapshots.delete(key)
    })
    return snapshot
  }

  /** Not every new version changes the text: without entries, a save does not. */
  async function compress(json: string, previous: Promise<Snapshot> | undefined): Promise<Snapshot> {
    const cached = await previous?.catch(() => undefined)
    if (cached && cached.identity.etag === toEtag(toDigest(json), 'identity')) return cached
    return createSnapshot(json, brotliQuality)
  }

  /** Only for a tournament that has started, or without entries. */
  async function compose(tournament: TournamentRecord, include: Include): Promise<string> {
    const players = include.includePlayers ? await listPlayers(db, tournament.id) : undefined
    const head = JSON.stringify({ ...toSummary(tournament), players })
    if (!include.includeEntries) return head
    const batches: string[] = []
    for await (const entries of streamEntries(db, tournament.id)) {
      // The time of the last save is for the owner only, and only while it matters: until the start.
      const shown = entries.map((entry) => ({ ...entry, changedAt: undefined }))
      batches.push(JSON.stringify(shown).slice(1, -1))
    }
    const json = `${head.slice(0, -1)},"entries":[${batches.join()}]}`
    await yieldToEventLoop()
    return json
  }

  return {
    /** What a viewer may see of a tournament now; undefined if there is no such tournament. */
    async find(tournamentId: number, include: Include, viewerId: number): Promise<Negotiate | undefined> {
      const state = await readState(tournamentId)
      if (!state) return undefined
      const { tournament, arePicksPublic } = state
      if (include.includeEntries && !arePicksPublic) {
        return preStart.find(tournament, include.includePlayers, viewerId)
      }
      if (arePicksPublic) preStart.remove(tournamentId)
      const snapshot = await getSnapshot(tournament, include)
      return (accepted) => negotiate(snapshot, accepted)
    },

    clear(): void {
      snapshots.clear()
      preStart.clear()
    },
  }
}

/** The URL as the browser app writes it (`api.tournament`); all other forms are left to the route. */
const pattern = new RegExp(
  `^${routePaths.tournament.replace(':tournamentId', '([1-9]\\d{0,8})')}` +
    '\\?includePlayers=(true|false)&includeEntries=(true|false)$',
)

export function createPolledTournament(responses: Pick<TournamentResponses, 'find'>): PolledResource {
  return {
    route: routePaths.tournament,
    match(url) {
      const [, id, players, entries] = pattern.exec(url) ?? []
      if (id === undefined) return undefined
      const include = { includePlayers: players === 'true', includeEntries: entries === 'true' }
      return (viewerId) => responses.find(Number(id), include, viewerId)
    },
  }
}
