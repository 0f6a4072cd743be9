import { picksPerRow } from '#domain/entries/pool.ts'
import type { Rooting } from '#domain/forecast/rooting.ts'
import { lineOfRow, type Standings, standingAt } from '#domain/standings/standings.ts'

/** A golfer whose next stroke moves an entry. */
export type RootingLine = {
  readonly player: number
  readonly name: string
  /** The entry has this golfer. */
  readonly isOwn: boolean
  /** The change of the chance to finish in the top three for a stroke less and a stroke more, from -1 to 1. */
  readonly fewer: number
  readonly more: number
  /** The same for the win. */
  readonly winFewer: number
  readonly winMore: number
  /** Entries within reach that also have the golfer: how many, and the names of the first. */
  readonly rivals: { readonly count: number; readonly names: readonly string[] }
}

/** Entries at most so many strokes ahead or behind are within reach. */
const reach = 3
const longest = 8
const named = 2
/** Less than half a point either way is not worth cheering. */
const least = 0.005

/** The golfers who move an entry most: those to root for, and those to root against, each with the greatest first. */
export function listRooting(standings: Standings, { row, fewer, more }: Rooting) {
  const lines = standings.pool.players.map((player, index): RootingLine => {
    const pick = (values: Float64Array) => values[index] ?? 0
    return {
      player: index,
      name: player.name,
      isOwn: hasPick(standings, row, index),
      fewer: pick(fewer.topThree),
      more: pick(more.topThree),
      winFewer: pick(fewer.win),
      winMore: pick(more.win),
      rivals: { count: 0, names: [] },
    }
  })
  const gain = (line: RootingLine) => line.fewer + line.winFewer - (line.more + line.winMore)
  const moving = lines.filter((line) =>
    [line.fewer, line.more, line.winFewer, line.winMore].some((change) => Math.abs(change) >= least),
  )
  const inReach = listRowsInReach(standings, row)
  const finish = (sorted: RootingLine[]) =>
    sorted.slice(0, longest).map((line) => ({ ...line, rivals: listRivals(standings, inReach, line.player) }))
  return {
    for: finish(moving.filter((line) => gain(line) > 0).sort((a, b) => gain(b) - gain(a))),
    against: finish(moving.filter((line) => gain(line) < 0).sort((a, b) => gain(a) - gain(b))),
  }
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
