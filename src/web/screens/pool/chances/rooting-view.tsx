import { useMemo } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { formatNumber } from '#domain/text/format.ts'
import { useChances } from '#web/chances/use-chances.ts'
import styles from './chances.module.css'
import { listRooting, type RootingLine } from './rooting-list.ts'
import type { ScenarioEntries } from './scenario-address.ts'

type Props = {
  standings: Standings
  leaderboard: Leaderboard
  row: number
  /** Undefined on the real board. */
  scenario: ScenarioEntries | undefined
}

/** The golfers whose next stroke moves an entry most, for it and against it: one sentence each. */
export function RootingView({ standings, leaderboard, row, scenario }: Props) {
  const { pool } = standings
  const { rooting } = useChances({ pool, leaderboard, rooting: row, ...(scenario && { scenario }) })
  const lists = useMemo(
    () => (rooting?.row === row ? listRooting(standings, rooting) : null),
    [standings, rooting, row],
  )
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
        In {simulations} simulations, no single stroke changed this entry’s chances to win or to finish in the top
        three.
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
      <span className={`fine-print ${styles.note}`}>{toNote(line)}</span>
    </li>
  )
}

/** "+1.2": percentage points. */
export function toPointsText(change: number): string {
  return `+${Math.round(change * 1000) / 10}`
}

/** "Picked by Ann 1, Ben 2 and 3 more"; empty if neither the entry nor a rival has the golfer. */
export function toNote({ isOwn, rivals: { count, names } }: Pick<RootingLine, 'isOwn' | 'rivals'>): string {
  const others = count - names.length
  const rivals = `${names.join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`
  if (isOwn) return count === 0 ? 'In this entry' : `In this entry; also picked by ${rivals}`
  return count === 0 ? '' : `Picked by ${rivals}`
}
