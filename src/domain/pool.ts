import { sortByName } from './name-order.ts'
import {
  type Entry,
  entryNumbers,
  type Player,
  picksPerEntryRecord,
  type Tournament,
  type TournamentWithEntries,
  tiers,
} from './tournament.ts'

/**
 * A tournament's entries in the form in which they are scored at every refresh: columns of small integers instead of
 * objects. One row is one entry as the pool shows it, "{name} {n}". Rows stand in the order that decides last between
 * equal scores: name, entry number, entry id (decisions, section 5), so a stable sort by score is all that is left.
 */
export type Pool = {
  readonly tournament: Tournament
  /** As in the tournament; `picks` points into it. */
  readonly players: readonly Player[]
  /** Everybody who has entered, by name; before the start also those whose picks are hidden, who have no rows. */
  readonly entries: readonly Entry[]
  /** The number of rows: three for each entry record with picks. */
  readonly size: number
  /** Four to a row, tier A to D: places in `players`. */
  readonly picks: Uint16Array
  /** For each row the place of its record in `entries`. */
  readonly entryOfRow: Uint32Array
  /** For each row its entry number, 1 to 3. */
  readonly numberOfRow: Uint8Array
  /** Three to an entry record, in entry order: its rows, or -1 while the picks are hidden. */
  readonly rowsOfEntry: Int32Array
}

export const picksPerRow = tiers.length
export const rowsPerEntry = entryNumbers.length

/**
 * Compiles a tournament once, for many scorings. Throws when an entry picks a player who is not in the tournament, or
 * when its selections are not the three complete groups of decisions, section 4: such data is a fault of ours.
 */
export function createPool(tournament: TournamentWithEntries): Pool {
  const { players, entries: _, ...head } = tournament
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
  }
  assignRows(pool)
  fillPicks(pool)
  return pool
}

/** The names of those who have entered, in name order: all that the pool shows of rivals before the start. */
export function listEntrantNames(pool: Pool): string[] {
  return pool.entries.map((entry) => entry.name)
}

/** How many rows picked each golfer, by espnId; 0 for players nobody picked (section 2, "Golfers leaderboard"). */
export function countPicks(pool: Pool): Map<string, number> {
  const counts = new Uint32Array(pool.players.length)
  for (const player of pool.picks) counts[player] = (counts[player] ?? 0) + 1
  return new Map(pool.players.map((player, place) => [player.espnId, counts[place] ?? 0]))
}

/** Users of the same name alternate: both their entries 1, then both entries 2. */
function assignRows(pool: Pool): void {
  let row = 0
  for (let first = 0, end = 0; first < pool.entries.length; first = end) {
    end = findEndOfSameName(pool.entries, first)
    for (const number of entryNumbers) {
      for (let place = first; place < end; place += 1) {
        if (!hasPicks(pool.entries[place])) continue
        pool.entryOfRow[row] = place
        pool.numberOfRow[row] = number
        pool.rowsOfEntry[place * rowsPerEntry + number - 1] = row
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
  const places = new Map(pool.players.map((player, place) => [player.id, place]))
  pool.entries.forEach((entry, entryPlace) => {
    if (!hasPicks(entry)) return
    requireCompletePicks(entry)
    entry.selections.forEach(({ playerId }, item) => {
      const player = places.get(playerId)
      if (player === undefined) {
        throw new Error(
          `Entry ${entry.id} picks player ${playerId}, who is not in tournament ${entry.tournamentId}`,
        )
      }
      const row = pool.rowsOfEntry[entryPlace * rowsPerEntry + Math.floor(item / picksPerRow)] ?? -1
      pool.picks[row * picksPerRow + (item % picksPerRow)] = player
    })
  })
}

function requireCompletePicks({ id, selections }: Entry): void {
  const inOrder = selections.every(
    ({ entryNumber }, item) => entryNumber === Math.floor(item / picksPerRow) + 1,
  )
  if (selections.length !== picksPerEntryRecord || !inOrder) {
    throw new Error(
      `Entry ${id} has not three groups of four selections, but ${selections.length} selections`,
    )
  }
}

function hasPicks(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.selections.length > 0
}
