import type { KeyboardEvent, PointerEvent } from 'react'
import { type Tier, tierNames, tiers } from '#domain/tournament/tournament.ts'
import type { GolferMark } from '../proposal/golfer-marks.ts'
import { lineStatusOf, type RosterLine } from '../roster/roster.ts'
import type { LineLock } from '../roster/roster-locks.ts'
import { toDisplayName } from '../values/tier-list-parser.ts'
import styles from './tier-board.module.css'

type Props = {
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

/** A golfer on the board. */
export function BoardRow(props: Props) {
  const { line, rank, mark, lock, isTabStop, isDragged, isDropTarget, onFocus, onKeyDown, onPointerDown, onMove } =
    props
  const name = line.validation?.espnName ?? toDisplayName(line.name)
  const isUnknown = lineStatusOf(line) === 'none'
  const badge = isUnknown
    ? 'Not found'
    : mark?.kind === 'check'
      ? 'Check'
      : mark?.kind === 'unranked'
        ? 'Unranked'
        : null
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
        {badge !== null && (
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

type MoveMenuProps = Pick<Props, 'line' | 'lock' | 'isTabStop' | 'onMove'> & { name: string }

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
