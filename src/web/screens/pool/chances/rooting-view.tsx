import { type ComponentProps, useMemo } from 'react'
import { countPicks, picksPerRow } from '#domain/entries/pool.ts'
import type { Rooting } from '#domain/forecast/rooting.ts'
import { type Standings, standingOfRow } from '#domain/standings/standings.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { toShareText } from '#domain/text/percent.ts'
import { toWaitingText } from '#web/chances/chances-text.ts'
import { useChances } from '#web/chances/use-chances.ts'
import styles from './chances.module.css'
import type { EntryChances } from './entry-chances.tsx'

/** The golfers whose next stroke moves an entry most, for it and against it: one sentence each. */
export function RootingView({ standings, leaderboard, row, scenario }: ComponentProps<typeof EntryChances>) {
  const { pool } = standings
  const state = useChances({ pool, leaderboard, rooting: row, ...(scenario && { scenario }) })
  const { rooting } = state
  const lists = useMemo(
    () => (rooting?.row === row ? listRooting(standings, rooting) : null),
    [standings, rooting, row],
  )
  if (state.isTooLarge) return <p>{toWaitingText(state)}</p>
  if (rooting === null || lists === null) {
    return (
      <p className="soft" role="status">
        Calculating…
      </p>
    )
  }
  const simulations = formatNumber(rooting.simulations)
  if (lists.for.length + lists.against.length === 0) {
    return (
      <p>
        In {simulations} simulations, no single stroke changed this entry’s chances to win or to finish in the top three
        by a point.
      </p>
    )
  }
  return (
    <div className={`stack ${rooting.isOld ? styles.pending : ''}`} aria-busy={rooting.isOld}>
      <RootingList title="Root for" stroke="better" {...lists} lines={lists.for} />
      <RootingList title="Root against" stroke="worse" {...lists} lines={lists.against} />
      <p className="small-print">
        In percentage points, from {simulations} simulations. Rivals are entries within three strokes.
      </p>
    </div>
  )
}

const shownAtOnce = 3

type ListProps = {
  title: string
  stroke: 'better' | 'worse'
  figure: 'win' | 'topThree'
  lines: readonly RootingLine[]
}

function RootingList({ title, lines, ...sentence }: ListProps) {
  const items = lines.map((line) => <RootingSentence key={line.player} {...line} {...sentence} />)
  if (lines.length === 0) return null
  return (
    <section className={`stack-tight ${styles.rooting}`}>
      <h3>{title}</h3>
      <ul>{items.slice(0, shownAtOnce)}</ul>
      {items.length > shownAtOnce && (
        <details>
          <summary className="target strong">More</summary>
          <ul>{items.slice(shownAtOnce)}</ul>
        </details>
      )}
    </section>
  )
}

function RootingSentence({
  name,
  stroke,
  change,
  figure,
  ...line
}: RootingLine & Pick<ListProps, 'stroke' | 'figure'>) {
  return (
    <li>
      <span className="strong">{name}</span>, one stroke {stroke}:{' '}
      <span className="strong">{toPointsText(change)}</span> {figure === 'win' ? 'to win' : 'for the top 3'}{' '}
      <span className={`fine-print ${styles.note}`}>{[toNote(line), line.picked].filter(Boolean).join(' · ')}</span>
    </li>
  )
}

/** "+1": whole percentage points, as fine as the simulations are accurate. */
export function toPointsText(change: number): string {
  return `+${Math.floor(change * 100 + 0.5)}`
}

/** "Picked by Ann 1, Ben 2 and 3 more"; empty if neither the entry nor a rival has the golfer. */
export function toNote({ isOwn, rivals: { count, names } }: Pick<RootingLine, 'isOwn' | 'rivals'>): string {
  const others = count - names.length
  const rivals = `${names.join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`
  if (isOwn) return count === 0 ? 'In this entry' : `In this entry; also picked by ${rivals}`
  return count === 0 ? '' : `Picked by ${rivals}`
}

/** A golfer whose next stroke moves an entry, with the gain of the chance, from 0 to 1. */
type RootingLine = ReturnType<typeof listRooting>['for'][number]

/** Entries at most so many strokes ahead or behind are within reach. */
const reach = 3
const longest = 8
const named = 2
/** No figure says less than a point: the simulations are no more accurate than that. */
const least = 0.01

/**
 * The golfers who move an entry most, the greatest first: those for whom a stroke less gains it a chance, and those for whom
 * a stroke more does. Of an entry that no stroke moves nearer to the win, it is the chance to finish in the top three.
 */
export function listRooting(standings: Standings, { row, fewer, more }: Rooting) {
  const movesWin = [...fewer.win, ...more.win].some((change) => Math.abs(change) >= least)
  const figure = movesWin ? 'win' : 'topThree'
  const inReach = listRowsInReach(standings, row)
  const { players, size } = standings.pool
  const counts = countPicks(standings.pool)
  const toPicked = (count: number) =>
    count === 0 ? '' : `${formatCount(count, 'entry', 'entries')}, ${toShareText(count, size)}`
  const list = (changes: Float64Array, opposite: Float64Array) =>
    Array.from(changes, (change, player) => ({ player, change }))
      .filter(({ player, change }) => change >= least && change > (opposite[player] ?? 0))
      .sort((a, b) => b.change - a.change)
      .slice(0, longest)
      .map((line) => ({
        ...line,
        name: players[line.player]?.name ?? '',
        /** By how many entries, "12 entries, 20%"; empty if by none. */
        picked: toPicked(counts.get(players[line.player]?.espnId ?? '') ?? 0),
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
  const own = standingOfRow(standings, row)
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

/** Entries within reach that also have the golfer: how many, and the names of the first. */
function listRivals(standings: Standings, rows: readonly number[], player: number) {
  const rivals = rows.filter((row) => hasPick(standings, row, player))
  const names = rivals.slice(0, named).map((row) => standingOfRow(standings, row).displayName)
  return { count: rivals.length, names }
}
