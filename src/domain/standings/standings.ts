/**
 * The standings of a pool (docs/rules.md, 4). The rule, in words:
 *
 * 1. An entry has four golfers. The worst is dropped: one who is out before any other, then the higher score to par,
 *    then more strokes, then the later tier.
 * 2. The entry's score is the sum of the other three scores to par; its total is the sum of their strokes.
 * 3. An entry with two or more golfers who are out is disqualified: no score, no place.
 * 4. Entries are listed by score, total, user name, entry number and id; disqualified ones come last.
 * 5. A place is one more than the number of entries with a lower score. Equal scores share it: "T3".
 *
 * test/support/naive-standings.ts implements this literally, and the tests compare it with this module. For speed, each
 * golfer's score becomes one integer (score-code.ts), so that dropping, adding and comparing are integer operations,
 * and the rows are ordered by a counting sort (ranking.ts): ranking 100,000 entries takes milliseconds.
 */

import { type Pool, picksPerRow, rowsPerEntry } from '#domain/entries/pool.ts'
import { type Field, type Golfer, noValue, toParText } from '#domain/field/field.ts'
import type { EntryNumber } from '#domain/tournament/tournament.ts'
import { type Ranking, rankRows } from './ranking.ts'
import { createScoreCoding, encodeGolfer, type ScoreCoding, toRelativeScore, toTotal } from './score-code.ts'
import { getDroppedPick, type PickedGolfer, toPlaceholderGolfer } from './scoring.ts'

/**
 * A pool ranked by one field. It holds columns, because a refresh ranks every row but draws only about thirty: the
 * functions below create the objects to draw.
 */
export type Standings = {
  readonly pool: Pool
  /** The number of lines, which is the number of rows in the pool. */
  readonly size: number
  /** The number of lines with a position; the disqualified ones come after them. */
  readonly placed: number
  /** The row of each of the pool's golfers; a placeholder for those whom the feed does not list. */
  readonly golfers: readonly Golfer[]
  readonly coding: ScoreCoding
  readonly ranking: Ranking
}

/** A golfer in an entry's cell. */
export type StandingGolfer = PickedGolfer & { readonly isDropped: boolean }

/** One line of the pool. */
export type Standing = {
  /** The index in the standings, best first. */
  readonly line: number
  /** The row in the pool, the same at every refresh. */
  readonly row: number
  readonly entryId: number
  readonly userId: number
  readonly userName: string
  readonly entryNumber: EntryNumber
  /** "{user name} {entry number}" */
  readonly displayName: string
  /** "1", "T3", or "--" if disqualified. */
  readonly position: string
  /** The position as a number, shared by ties; null if disqualified. */
  readonly place: number | null
  /** Strokes to par of the three golfers who count; null if disqualified. */
  readonly relativeScore: number | null
  /** `relativeScore` as text; "--" if disqualified. */
  readonly toPar: string
  /** Strokes of the three golfers who count; null if disqualified. */
  readonly total: number | null
  readonly isDisqualified: boolean
  /** The user's two answers. */
  readonly tiebreakers: readonly string[]
  /** Tier A to D. */
  readonly golfers: readonly [StandingGolfer, StandingGolfer, StandingGolfer, StandingGolfer]
}

/** Ranks a pool by a field. Pure, so browser and server agree. Throws for scores that cannot be golf scores. */
export function scorePool(pool: Pool, field: Pick<Field, 'golfersScores'>): Standings {
  const live = new Map(field.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const golfers = pool.players.map((player) => live.get(player.espnId) ?? toPlaceholderGolfer(player))
  const coding = createScoreCoding(golfers)
  const codes = Int32Array.from(golfers, (golfer) => encodeGolfer(coding, golfer))
  const ranking = rankRows(pool.picks, codes, coding)
  const placed = ranking.firstLines[coding.relativeScoreCount] ?? 0
  return { pool, size: pool.size, placed, golfers, coding, ranking }
}

/** The entry on a line, ready to draw. Throws if there is no such line. */
export function standingAt(standings: Standings, line: number): Standing {
  const { pool, ranking } = standings
  const row = getItem(ranking.rowAtLine, line)
  const entry = getItem(pool.entries, getItem(pool.entryOfRow, row))
  const entryNumber = toEntryNumber(getItem(pool.numberOfRow, row))
  return {
    line,
    row,
    entryId: entry.id,
    userId: entry.userId,
    userName: entry.name,
    entryNumber,
    displayName: `${entry.name} ${entryNumber}`,
    ...scoreOf(standings, getItem(ranking.codes, row)),
    tiebreakers: entry.tiebreakers,
    golfers: golfersOf(standings, pool.picks.subarray(row * picksPerRow)),
  }
}

/** Throws if there is no such row. */
export function standingOfRow(standings: Standings, row: number): Standing {
  return standingAt(standings, lineOfRow(standings, row))
}

/** The user's entries in entry order; empty if they have none or their picks are hidden. */
export function standingsOfUser(standings: Standings, userId: number): Standing[] {
  const { pool } = standings
  const own: Standing[] = []
  pool.entries.forEach((entry, entryIndex) => {
    if (entry.userId !== userId) return
    for (const row of rowsOfEntry(pool, entryIndex)) own.push(standingOfRow(standings, row))
  })
  return own
}

/** A line that is not disqualified. */
export type PlacedStanding = Standing & { readonly place: number; readonly relativeScore: number }

/** The user's highest entry; undefined if none of theirs has a position. */
export function findBestStandingOfUser(standings: Standings, userId: number): PlacedStanding | undefined {
  return standingsOfUser(standings, userId)
    .filter(isPlaced)
    .sort((a, b) => a.line - b.line)[0]
}

/** Whether an entry has a place: it is not disqualified. */
export function isPlaced(standing: Standing): standing is PlacedStanding {
  return standing.place !== null && standing.relativeScore !== null
}

/** The line of a row. Throws if there is no such row. */
export function lineOfRow(standings: Standings, row: number): number {
  return getItem(standings.ranking.lineOfRow, row)
}

/** The place of a row, shared by ties (docs/rules.md, 4.5); null if disqualified. Throws if there is no such row. */
export function placeOfRow(standings: Standings, row: number): number | null {
  return placeOf(standings, getItem(standings.ranking.codes, row))
}

function placeOf({ coding, ranking }: Standings, code: number): number | null {
  if (code === coding.disqualified) return null
  return getItem(ranking.firstLines, Math.floor(code / coding.totalCount)) + 1
}

/** The rows of an entry record, by its index in `pool.entries`, in entry order; empty while its picks are hidden. */
export function rowsOfEntry(pool: Pool, entryIndex: number): number[] {
  const first = entryIndex * rowsPerEntry
  return Array.from(pool.rowsOfEntry.subarray(first, first + rowsPerEntry)).filter((row) => row >= 0)
}

type Score = Pick<Standing, 'position' | 'place' | 'relativeScore' | 'toPar' | 'total' | 'isDisqualified'>

/** The score of an entry with this code. `own`: how many of the lines are its own. */
export function scoreOf(standings: Standings, code: number, own = 1): Score {
  const place = placeOf(standings, code)
  if (place === null) {
    return {
      position: noValue,
      place,
      relativeScore: null,
      toPar: noValue,
      total: null,
      isDisqualified: true,
    }
  }
  const relativeScore = toRelativeScore(standings.coding, code)
  return {
    position: countSharing(standings, code) > own ? `T${place}` : String(place),
    place,
    relativeScore,
    toPar: toParText(relativeScore),
    total: toTotal(standings.coding, code),
    isDisqualified: false,
  }
}

function countSharing({ coding, ranking }: Standings, code: number): number {
  const relative = Math.floor(code / coding.totalCount)
  return getItem(ranking.firstLines, relative + 1) - getItem(ranking.firstLines, relative)
}

/** Four golfers of the pool, tier A to D, as an entry shows them. */
export function golfersOf(standings: Standings, indexes: ArrayLike<number>): Standing['golfers'] {
  const picked = (tier: number): PickedGolfer => {
    const player = getItem(indexes, tier)
    return { player: getItem(standings.pool.players, player), golfer: getItem(standings.golfers, player) }
  }
  const picks = [picked(0), picked(1), picked(2), picked(3)] as const
  const dropped = getDroppedPick(picks)
  const shown = (pick: PickedGolfer): StandingGolfer => ({ ...pick, isDropped: pick === dropped })
  return [shown(picks[0]), shown(picks[1]), shown(picks[2]), shown(picks[3])]
}

function toEntryNumber(number: number): EntryNumber {
  if (number !== 1 && number !== 2 && number !== 3) throw new Error(`There is no entry number ${number}`)
  return number
}

function getItem<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no row, line or pick ${index}`)
  return item
}
