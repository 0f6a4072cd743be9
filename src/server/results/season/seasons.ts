import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { SeasonList } from '#contract/season-contract.ts'
import { compareText, sortByName } from '#domain/names/names.ts'
import type { Season, SeasonTournament } from '#domain/season/season.ts'
import { isCounted, type SeasonDefinition, toDefaultSeason, toSeasonYear } from '#domain/season/season-definition.ts'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createSnapshot, type Snapshot } from '#server/platform/http/snapshot.ts'
import {
  listRankedTournaments,
  listSeasons,
  type RankedTournament,
  readTournamentPlaces,
  type StoredSeason,
} from './season-store.ts'

type Places = Pick<Season, 'tournaments' | 'people'>

/** The input of a season’s places. `head`: the season as written before its places. */
type SeasonPlaces = { readonly head: object; readonly tournaments: readonly RankedTournament[] }

export type Seasons = ReturnType<typeof createSeasons>

const maxSnapshots = 12
/** Renaming and merging users does not change the version of an imported tournament. */
const maxAgeMs = 60_000
const peoplePerBatch = 250

/** The seasons of the pool and their places (docs/rules.md, 12), the same for every viewer. */
export function createSeasons(db: Db) {
  const snapshots = new LRUCache<string, Snapshot, SeasonPlaces>({
    max: maxSnapshots,
    ttl: maxAgeMs,
    // A snapshot that is evicted or cleared while it is composed still reaches those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) =>
      createSnapshot(await toJson(context.head, await readPlaces(db, context.tournaments))),
  })

  /** Built once for all viewers, and rebuilt when the rules or the tournaments change. */
  function findSnapshot(head: object, tournaments: readonly RankedTournament[]): Promise<Snapshot> {
    const key = JSON.stringify([head, tournaments.map(({ id, name, start, version }) => [id, name, start, version])])
    return snapshots.forceFetch(key, { context: { head, tournaments } })
  }

  return {
    clear: () => snapshots.clear(),

    /** Newest first. */
    async list(): Promise<SeasonList> {
      const tournaments = await listRankedTournaments(db)
      return listKnownSeasons(await listSeasons(db), tournaments).map(({ key, name, year }) => ({ key, name, year }))
    },

    /** Which tournaments count in a season. Undefined if there is no such season. */
    async findRules(key: string): Promise<SeasonDefinition | undefined> {
      return (await findCounted(db, key))?.season
    },

    /** Undefined if there is no such season. */
    async findSnapshot(key: string): Promise<Snapshot | undefined> {
      const found = await findCounted(db, key)
      return found && findSnapshot(found.season, found.tournaments)
    },

    /** All tournaments that ended with places. */
    async findAllPlaces(): Promise<Snapshot> {
      return findSnapshot({}, await listRankedTournaments(db))
    },

    /** A season with its places, not as a snapshot. Undefined if there is no such season. */
    async read(key: string): Promise<(Season & { name: string }) | undefined> {
      const found = await findCounted(db, key)
      if (!found) return undefined
      const { name, points, bestResults } = found.season
      return { name, rules: { points, bestResults }, ...(await readPlaces(db, found.tournaments)) }
    },
  }
}

async function findCounted(db: Db, key: string) {
  const ranked = await listRankedTournaments(db)
  const season = listKnownSeasons(await listSeasons(db), ranked).find((known) => known.key === key)
  return season && { season, tournaments: ranked.filter((tournament) => isCounted(season, tournament)) }
}

/** The organisers' seasons, and a default season for every other year with tournaments. Newest first. */
function listKnownSeasons(stored: readonly StoredSeason[], tournaments: readonly RankedTournament[]) {
  const yearsWithSeason = new Set(stored.map(({ year }) => year))
  const years = new Set(tournaments.map(({ start }) => toSeasonYear(start)))
  const defaults = [...years].filter((year) => !yearsWithSeason.has(year)).map(toDefaultSeason)
  const known = [
    ...stored.map((season) => ({ ...season, key: toSeasonKey(season) })),
    ...defaults.map((season) => ({ ...season, key: String(season.year), id: null, version: null })),
  ]
  const toLastStart = (season: SeasonDefinition) =>
    tournaments.findLast((tournament) => isCounted(season, tournament))?.start ?? String(season.year ?? '')
  // If two seasons have the same last tournament, the one with a year comes first.
  return known
    .map((season) => ({ season, lastStart: toLastStart(season) }))
    .sort((a, b) => {
      if (a.lastStart !== b.lastStart) return compareText(b.lastStart, a.lastStart)
      const hasYear = a.season.year !== null
      if (hasYear !== (b.season.year !== null)) return hasYear ? -1 : 1
      return compareText(a.season.key, b.season.key)
    })
    .map(({ season }) => season)
}

/** The season's key in URLs: its year if it has one, otherwise "s" and its id. */
export function toSeasonKey({ id, year }: Pick<StoredSeason, 'id' | 'year'>): string {
  return year === null ? `s${id}` : String(year)
}

/** Reads one tournament at a time, to keep the event loop free. */
async function readPlaces(db: Db, ranked: readonly RankedTournament[]): Promise<Places> {
  const tournaments: SeasonTournament[] = []
  const people = new Map<number, { id: number; userId: number; name: string; places: (number | null)[] }>()
  for (const [index, record] of ranked.entries()) {
    const { tournament, best } = await readTournamentPlaces(db, record)
    tournaments.push(tournament)
    for (const { userId, name, place } of best) {
      const person = people.get(userId) ?? { id: userId, userId, name, places: ranked.map(() => null) }
      person.places[index] = place
      people.set(userId, person)
    }
    await yieldToEventLoop()
  }
  const sorted = sortByName([...people.values()])
  await yieldToEventLoop()
  return { tournaments, people: sorted.map(({ id: _, ...person }) => person) }
}

/** Serialises in parts, for the same reason. */
async function toJson(head: object, { tournaments, people }: Places): Promise<string> {
  const parts: string[] = []
  for (const batch of toBatches(people, peoplePerBatch)) {
    parts.push(batch.map((person) => JSON.stringify(person)).join(','))
    await yieldToEventLoop()
  }
  const start = JSON.stringify({ ...head, tournaments })
  await yieldToEventLoop()
  return `${start.slice(0, -1)},"people":[${parts.join(',')}]}`
}
