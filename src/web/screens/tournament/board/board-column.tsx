import type { ReactNode } from 'react'
import { formatCount } from '#domain/text/format.ts'
import { type Tier, tierNames } from '#domain/tournament/tournament.ts'
import type { GolferMark } from '../proposal/golfer-marks.ts'
import { lineStatusOf, type RosterLine } from '../roster/roster.ts'
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
