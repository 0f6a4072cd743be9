import { sortByName } from '#domain/names/names.ts'
import {
  type Entry,
  entryNumberOfPick,
  entryNumbers,
  type Player,
  picksPerEntryRecord,
  type Tournament,
  type TournamentWithEntries,
  tierOfPick,
  tiers,
} from '#domain/tournament/tournament.ts'

/**
 * A tournament's entries compiled for scoring: typed arrays of small integers instead of objects. A row is one entry
 * as the pool shows it, "{name} {n}". Rows are ordered by name, entry number and entry id, which is the order of equal
 * scores (docs/rules.md, 4.4): scoring needs only a stable sort.
 */
export type Pool = {
  readonly tournament: Tournament
  /** The tournament's golfers in its order; `picks` holds indexes into this list. */
  readonly players: readonly Player[]
  /** All entry records by name; those whose picks are hidden have no rows. */
  readonly entries: readonly Entry[]
  /** The number of rows: three for each entry record with picks. */
  readonly size: number
  /** Four for each row, tier A to D: indexes into `players`. */
  readonly picks: Uint16Array
  /** For each row the index of its record in `entries`. */
  readonly entryOfRow: Uint32Array
  /** The entry number of each row, 1 to 3. */
  readonly numberOfRow: Uint8Array
  /** Three rows for each entry record, in entry order; -1 while the picks are hidden. */
  readonly rowsOfEntry: Int32Array
  /** The golfers of the Hat, tier A to D, as indexes into `players`: it is no entry (docs/rules.md, 4.12). */
  readonly hat: readonly number[] | null
}

export const picksPerRow = tiers.length
export const rowsPerEntry = entryNumbers.length

/**
 * Compiles a tournament once for many scorings. Throws if an entry picks a golfer who is not in the tournament, or if
 * its selections are not three groups of four (docs/rules.md, 2.1), which never happens with stored data. */
export function createPool(tournament: TournamentWithEntries): Pool {
  const { players, entries: _, hat, ...head } = tournament
  const entries = sortByName(tournament.entries)
  const size = entries.filter(hasPicks).length * rowsPerEntry
  const pool = {
    tournament: head,
    players,
    entries,
    size,
    picks: new Uint16Array(size * picksPerRow),
    entryOfRow: new Uint32Array(size),
    numberOfRow: new Uint8Array(size),
    rowsOfEntry: new Int32Array(entries.length * rowsPerEntry).fill(-1),
    hat: hat?.map((id) => players.findIndex((player) => player.id === id)) ?? null,
  }
  assignRows(pool)
  fillPicks(pool)
  return pool
}

/** The names of all entrants, in name order: all that the pool shows before the start. */
export function listEntrantNames(pool: Pool): string[] {
  return pool.entries.map((entry) => entry.name)
}

/** The entry count of every golfer, by espnId; 0 for those nobody picked (docs/rules.md, 3.1). */
export function countPicks(pool: Pool): Map<string, number> {
  const counts = new Uint32Array(pool.players.length)
  for (const player of pool.picks) counts[player] = (counts[player] ?? 0) + 1
  return new Map(pool.players.map((player, index) => [player.espnId, counts[index] ?? 0]))
}

/** The row of an entry, by its record and number; null if there is none or its picks are hidden. */
export function findRow(pool: Pool, entryId: number, entryNumber: number): number | null {
  return rowOf(
    pool,
    pool.entries.findIndex(({ id }) => id === entryId),
    entryNumber,
  )
}

/** The row of a user's entry, by its number; null if there is none or its picks are hidden. */
export function findRowOfUser(pool: Pool, userId: number, entryNumber: number): number | null {
  return rowOf(
    pool,
    pool.entries.findIndex((entry) => entry.userId === userId),
    entryNumber,
  )
}

function rowOf(pool: Pool, index: number, entryNumber: number): number | null {
  if (index < 0 || entryNumber < 1 || entryNumber > rowsPerEntry) return null
  const row = pool.rowsOfEntry[index * rowsPerEntry + entryNumber - 1] ?? -1
  return row < 0 ? null : row
}

/** Entries of users with the same name alternate: both entries 1, then both entries 2. */
function assignRows(pool: Pool): void {
  let row = 0
  for (let first = 0, end = 0; first < pool.entries.length; first = end) {
    end = findEndOfSameName(pool.entries, first)
    for (const number of entryNumbers) {
      for (let entryIndex = first; entryIndex < end; entryIndex += 1) {
        if (!hasPicks(pool.entries[entryIndex])) continue
        pool.entryOfRow[row] = entryIndex
        pool.numberOfRow[row] = number
        pool.rowsOfEntry[entryIndex * rowsPerEntry + number - 1] = row
        row += 1
      }
    }
  }
}

function findEndOfSameName(entries: readonly Entry[], first: number): number {
  let end = first + 1
  while (entries[end]?.name === entries[first]?.name && end < entries.length) end += 1
  return end
}

function fillPicks(pool: Pool): void {
  const playerIndexes = new Map(pool.players.map((player, index) => [player.id, index]))
  pool.entries.forEach((entry, entryIndex) => {
    if (!hasPicks(entry)) return
    requireCompletePicks(entry)
    entry.selections.forEach(({ playerId, entryNumber }, pickIndex) => {
      const player = playerIndexes.get(playerId)
      if (player === undefined) {
        throw new Error(`Entry ${entry.id} picks player ${playerId}, who is not in tournament ${entry.tournamentId}`)
      }
      const row = pool.rowsOfEntry[entryIndex * rowsPerEntry + entryNumber - 1] ?? -1
      pool.picks[row * picksPerRow + tierOfPick(pickIndex)] = player
    })
  })
}

function requireCompletePicks({ id, selections }: Entry): void {
  const isComplete =
    selections.length === picksPerEntryRecord &&
    selections.every(({ entryNumber }, pickIndex) => entryNumber === entryNumberOfPick(pickIndex))
  if (!isComplete) {
    throw new Error(`The ${selections.length} selections of entry ${id} are not three groups of four`)
  }
}

function hasPicks(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.selections.length > 0
}
