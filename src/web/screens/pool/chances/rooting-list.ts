import { picksPerRow } from '#domain/entries/pool.ts'
import type { Rooting } from '#domain/forecast/rooting.ts'
import { lineOfRow, type Standings, standingAt } from '#domain/standings/standings.ts'

/** A golfer whose next stroke moves an entry. */
export type RootingLine = {
  readonly player: number
  readonly name: string
  /** The entry has this golfer. */
  readonly isOwn: boolean
  /** The gain of the chance, from 0 to 1. */
  readonly change: number
  /** Entries within reach that also have the golfer: how many, and the names of the first. */
  readonly rivals: { readonly count: number; readonly names: readonly string[] }
}

/** Entries at most so many strokes ahead or behind are within reach. */
const reach = 3
const longest = 8
const named = 2
/** Less than half a point either way is not worth cheering. */
const least = 0.005

/**
 * The golfers who move an entry most, the greatest first: those for whom a stroke less gains it a chance, and those for whom
 * a stroke more does. Of an entry that no stroke moves nearer to the win, it is the chance to finish in the top three.
 */
export function listRooting(standings: Standings, { row, fewer, more }: Rooting) {
  const movesWin = [...fewer.win, ...more.win].some((change) => Math.abs(change) >= least)
  const figure = movesWin ? 'win' : 'topThree'
  const inReach = listRowsInReach(standings, row)
  const list = (changes: Float64Array, opposite: Float64Array): RootingLine[] =>
    Array.from(changes, (change, player) => ({ player, change }))
      .filter(({ player, change }) => change >= least && change > (opposite[player] ?? 0))
      .sort((a, b) => b.change - a.change)
      .slice(0, longest)
      .map((line) => ({
        ...line,
        name: standings.pool.players[line.player]?.name ?? '',
        isOwn: hasPick(standings, row, line.player),
        rivals: listRivals(standings, inReach, line.player),
      }))
  return { figure, for: list(fewer[figure], more[figure]), against: list(more[figure], fewer[figure]) } as const
}

function hasPick({ pool }: Standings, row: number, player: number): boolean {
  for (let pick = row * picksPerRow; pick < (row + 1) * picksPerRow; pick += 1) {
    if (pool.picks[pick] === player) return true
  }
  return false
}

/** The rows around a row, nearest lines first among the standings. */
function listRowsInReach(standings: Standings, row: number): number[] {
  const own = standingAt(standings, lineOfRow(standings, row))
  if (own.relativeScore === null) return []
  const rows: number[] = []
  const { firstLines } = standings.ranking
  const score = own.relativeScore - standings.coding.lowestRelative
  const from = firstLines[Math.max(0, score - reach)] ?? 0
  const to = firstLines[Math.min(firstLines.length - 1, score + reach + 1)] ?? standings.placed
  for (let line = from; line < to; line += 1) {
    const rival = standings.ranking.rowAtLine[line]
    if (rival !== undefined && rival !== row) rows.push(rival)
  }
  return rows
}

function listRivals(standings: Standings, rows: readonly number[], player: number): RootingLine['rivals'] {
  const rivals = rows.filter((row) => hasPick(standings, row, player))
  const names = rivals.slice(0, named).map((row) => standingAt(standings, lineOfRow(standings, row)).displayName)
  return { count: rivals.length, names }
}
