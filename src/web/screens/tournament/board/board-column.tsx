import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { formatCount } from '#domain/text/format.ts'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import type { GolferMark } from '../proposal/golfer-marks.ts'
import { lineStatusOf, type RosterLine } from '../roster/roster.ts'
import type { LineLock } from '../roster/roster-locks.ts'
import { toDisplayName } from '../values/tier-list-parser.ts'
import styles from './tier-board.module.css'

type Props = {
  tier: Tier
  lines: readonly RosterLine[]
  toMark: (line: RosterLine) => GolferMark | undefined
  isOpen: boolean
  /** Null: it is always open. */
  onToggle: (() => void) | null
  /** Dropping the golfer would put them at the end. */
  isDropEnd: boolean
  children: ReactNode
}

/** A tier of the board. Its heading shows what needs attention, even while it is closed. */
export function BoardColumn({ tier, lines, toMark, isOpen, onToggle, isDropEnd, children }: Props) {
  const id = `board-${tierNames[tier]}`
  const heading = (
    <>
      {tierNames[tier]}{' '}
      <span className={`small-print count ${styles.count}`}>{describeLines(lines, toMark, onToggle !== null)}</span>
    </>
  )
  return (
    <div className={styles.column} data-board-tier={tier} data-drop-end={isDropEnd || undefined}>
      <h4 id={id}>
        {onToggle === null ? (
          heading
        ) : (
          <button
            type="button"
            className="expander"
            aria-expanded={isOpen}
            aria-controls={`${id}-golfers`}
            onClick={onToggle}
          >
            {heading}
          </button>
        )}
      </h4>
      <ul id={`${id}-golfers`} aria-labelledby={id} hidden={!isOpen}>
        {children}
      </ul>
    </div>
  )
}

/** "30", or of a tier that can be closed: "30 golfers, 1 not found, 2 to check" */
function describeLines(lines: readonly RosterLine[], toMark: Props['toMark'], isInWords: boolean): string {
  if (!isInWords) return String(lines.length)
  const unknown = lines.filter((line) => lineStatusOf(line) === 'none').length
  const unsure = lines.filter((line) => lineStatusOf(line) !== 'none' && toMark(line)?.kind === 'check').length
  const parts = [formatCount(lines.length, 'golfer')]
  if (unknown > 0) parts.push(`${unknown} not found`)
  if (unsure > 0) parts.push(`${unsure} to check`)
  return parts.join(', ')
}

type RowProps = {
  line: RosterLine
  rank: number | undefined
  mark: GolferMark | undefined
  /** The golfer must stay in, or return to, a tier. */
  lock: LineLock | undefined
  /** The row that is in the tab order (roving tabindex). */
  isTabStop: boolean
  isDragged: boolean
  /** Dropping the golfer would put them above this row. */
  isDropTarget: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent) => void
  onMove: (tier: Tier) => void
}

const badges = { check: 'Check', unranked: 'Unranked' } as const

/** A golfer on the board. */
export function BoardRow(props: RowProps) {
  const { line, rank, mark, lock, isTabStop, isDragged, isDropTarget, onFocus, onKeyDown, onPointerDown, onMove } =
    props
  const name = line.validation?.espnName ?? toDisplayName(line.name)
  const isUnknown = lineStatusOf(line) === 'none'
  const badge = isUnknown ? 'Not found' : mark && badges[mark.kind]
  return (
    <li
      className={styles.row}
      data-board-name={line.name}
      data-dragged={isDragged || undefined}
      data-drop={isDropTarget || undefined}
    >
      <button
        type="button"
        className={styles.golfer}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        <span className={`small-print ${styles.rank}`}>
          {rank === undefined ? '' : <span className="visually-hidden">Rank </span>}
          {rank ?? ''}
        </span>
        <span className={styles.name}>{name}</span>
        {badge !== undefined && (
          <span className={`fine-print ${styles.badge}`} data-urgent={badge === 'Unranked' ? undefined : ''}>
            {badge}
          </span>
        )}
        {mark !== undefined && mark.note !== '' && <span className={`fine-print ${styles.note}`}>{mark.note}</span>}
      </button>
      {lock?.tier === line.tier ? (
        <span className={`small-print ${styles.stays}`}>Stays in {tierNames[lock.tier]}</span>
      ) : (
        <MoveMenu {...{ line, name, lock, isTabStop, onMove }} />
      )}
    </li>
  )
}

type MoveMenuProps = Pick<RowProps, 'line' | 'lock' | 'isTabStop' | 'onMove'> & { name: string }

function MoveMenu({ line, name, lock, isTabStop, onMove }: MoveMenuProps) {
  return (
    <label className={`small-print ${styles.move}`}>
      <span className={styles['move-label']}>Move to</span>
      <select
        aria-label={`Move ${name} to`}
        tabIndex={isTabStop ? 0 : -1}
        value={line.tier}
        onChange={({ target }) => onMove(Number(target.value) as Tier)}
      >
        {tiers.map((tier) => (
          <option key={tier} value={tier} disabled={lock !== undefined && tier !== lock.tier && tier !== line.tier}>
            {tierNames[tier]}
          </option>
        ))}
      </select>
    </label>
  )
}
