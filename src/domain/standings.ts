import { type Field, type Golfer, noValue } from './field.ts'
import { type Pool, picksPerRow, rowsPerEntry } from './pool.ts'
import { type Ranking, rankRows } from './ranking.ts'
import { createScoreCoding, encodeGolfer, type ScoreCoding, toRelativeScore, toTotal } from './score-code.ts'
import { getDroppedPick, type PickedGolfer, toPlaceholderGolfer } from './scoring.ts'
import { toParText } from './to-par.ts'
import type { EntryNumber } from './tournament.ts'

/**
 * A pool ranked by one field. Columns, because a refresh ranks every row but draws only some thirty of them: read it
 * with the functions below, which make the plain objects to draw.
 */
export type Standings = {
  readonly pool: Pool
  /** The number of lines: all rows of the pool. */
  readonly size: number
  /** How many lines have a position; the rest are disqualified and come after them. */
  readonly placed: number
  /** For each of the pool's players how he stands; placeholders for those without live data. */
  readonly golfers: readonly Golfer[]
  readonly coding: ScoreCoding
  readonly ranking: Ranking
}

/** A golfer as an entry's cell shows him. */
export type StandingGolfer = PickedGolfer & { readonly isDropped: boolean }

/** One line of the pool. */
export type Standing = {
  /** The line it stands on, from 0. */
  readonly line: number
  /** Its row in the pool: the same at every refresh. */
  readonly row: number
  readonly entryId: number
  readonly userId: number
  readonly userName: string
  readonly entryNumber: EntryNumber
  /** "{user name} {entry number}" */
  readonly displayName: string
  /** "1", "T3", or "--" when disqualified. */
  readonly position: string
  /** The position as a number, shared by ties; null when disqualified. */
  readonly place: number | null
  /** Strokes to par of the three counted golfers; null when disqualified. */
  readonly relativeScore: number | null
  /** `relativeScore` as text; "--" when disqualified. */
  readonly toPar: string
  /** Strokes of the three counted golfers; null when disqualified. */
  readonly total: number | null
  readonly isDisqualified: boolean
  /** The user's two answers. */
  readonly tiebreakers: readonly string[]
  /** Tier A to D. */
  readonly golfers: readonly [StandingGolfer, StandingGolfer, StandingGolfer, StandingGolfer]
}

/**
 * The standings of a pool by the rules of decisions, section 5. Depends on nothing but its arguments, so that the
 * browser, the server and a test agree; runs at every refresh, so it touches each row only twice.
 */
export function scorePool(pool: Pool, field: Pick<Field, 'golfersScores'>): Standings {
  const live = new Map(field.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const golfers = pool.players.map((player) => live.get(player.espnId) ?? toPlaceholderGolfer(player))
  const coding = createScoreCoding(golfers)
  const codes = Int32Array.from(golfers, (golfer) => encodeGolfer(coding, golfer))
  const ranking = rankRows(pool.picks, codes, coding)
  const placed = ranking.firstLines[coding.relativeScoreCount] ?? 0
  return { pool, size: pool.size, placed, golfers, coding, ranking }
}

/** The line's entry, ready to draw. Throws when there is no such line. */
export function standingAt(standings: Standings, line: number): Standing {
  const { pool, ranking } = standings
  const row = getNumber(ranking.rowAtLine, line)
  const entry = getItem(pool.entries, getNumber(pool.entryOfRow, row))
  const entryNumber = toEntryNumber(getNumber(pool.numberOfRow, row))
  return {
    line,
    row,
    entryId: entry.id,
    userId: entry.userId,
    userName: entry.name,
    entryNumber,
    displayName: `${entry.name} ${entryNumber}`,
    ...scoreOfRow(standings, row),
    tiebreakers: entry.tiebreakers,
    golfers: golfersOfRow(standings, row),
  }
}

/** The user's entries in entry order; empty when he has none, or his picks are hidden. */
export function standingsOfUser(standings: Standings, userId: number): Standing[] {
  const { pool } = standings
  const own: Standing[] = []
  pool.entries.forEach((entry, place) => {
    if (entry.userId !== userId) return
    for (const row of rowsOfEntry(pool, place)) own.push(standingAt(standings, lineOfRow(standings, row)))
  })
  return own
}

/** A line that is not disqualified. */
export type PlacedStanding = Standing & { readonly place: number; readonly relativeScore: number }

/** The user's entry that stands highest; undefined when none of his has a position. */
export function findBestStandingOfUser(standings: Standings, userId: number): PlacedStanding | undefined {
  return standingsOfUser(standings, userId)
    .filter(isPlaced)
    .sort((a, b) => a.line - b.line)[0]
}

function isPlaced(standing: Standing): standing is PlacedStanding {
  return standing.place !== null && standing.relativeScore !== null
}

/** The line on which a row of the pool stands. Throws when there is no such row. */
export function lineOfRow(standings: Standings, row: number): number {
  return getNumber(standings.ranking.lineOfRow, row)
}

/** The position of a row as a number, shared by ties; null when disqualified. */
export function placeOfRow(standings: Standings, row: number): number | null {
  const code = getNumber(standings.ranking.codes, row)
  if (code === standings.coding.disqualified) return null
  return getNumber(standings.ranking.firstLines, Math.floor(code / standings.coding.totalCount)) + 1
}

/** The rows of an entry record (its place in `pool.entries`), in entry order; empty while its picks are hidden. */
export function rowsOfEntry(pool: Pool, place: number): number[] {
  const first = place * rowsPerEntry
  return Array.from(pool.rowsOfEntry.subarray(first, first + rowsPerEntry)).filter((row) => row >= 0)
}

type Score = Pick<Standing, 'position' | 'place' | 'relativeScore' | 'toPar' | 'total' | 'isDisqualified'>

function scoreOfRow(standings: Standings, row: number): Score {
  const place = placeOfRow(standings, row)
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
  const code = getNumber(standings.ranking.codes, row)
  const relativeScore = toRelativeScore(standings.coding, code)
  return {
    position: isShared(standings, code) ? `T${place}` : String(place),
    place,
    relativeScore,
    toPar: toParText(relativeScore),
    total: toTotal(standings.coding, code),
    isDisqualified: false,
  }
}

function isShared({ coding, ranking }: Standings, code: number): boolean {
  const relative = Math.floor(code / coding.totalCount)
  return getNumber(ranking.firstLines, relative + 1) - getNumber(ranking.firstLines, relative) > 1
}

function golfersOfRow(standings: Standings, row: number): Standing['golfers'] {
  const picked = (tier: number): PickedGolfer => {
    const player = getNumber(standings.pool.picks, row * picksPerRow + tier)
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

function getNumber(numbers: ArrayLike<number>, index: number): number {
  const number = numbers[index]
  if (number === undefined) throw new Error(`There is no row, line or pick ${index}`)
  return number
}

function getItem<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index}`)
  return item
}
