import { memo } from 'react'
import { noValue, toMovement } from '#domain/field/field.ts'
import { placesGained } from '#domain/standings/entry-figures.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { BoardRow } from '#web/board/board-body.tsx'
import { BoardToPar, MovementMark } from '#web/board/board-number.tsx'
import type { EntryKey } from '#web/url/entry-address.ts'
import { EntryName } from './entry-name.tsx'
import { PoolGolfer } from './pool-golfer.tsx'
import { listMatchedTiers, type PoolMatches } from './pool-search.ts'
import styles from './pool-table.module.css'

type Props = {
  standings: Standings
  /** The standings at the start of the movement; null if they are unknown. */
  before: Standings | null
  /** The line in the standings, and the line of the board that shows it. */
  standingLine: number
  line: number
  /** Without scores, rows are in the order of names and nobody is out (docs/rules.md, 3.2). */
  hasScores: boolean
  isProgressShown: boolean
  showTiebreakers: boolean
  /** The result of the search, whose golfers are marked; null without a search. */
  matches: PoolMatches | null
  userId: number
  onOpenGolfer: (espnId: string) => void
  onOpenEntry: (entry: EntryKey) => void
}

/** One entry. Scrolling renders only the rows that come into view. */
export const PoolRow = memo(function PoolRow(props: Props) {
  const { standings, before, standingLine, line, hasScores, isProgressShown, showTiebreakers, matches, userId } = props
  const { onOpenGolfer, onOpenEntry } = props
  const standing = standingAt(standings, standingLine)
  const { row } = standing
  const isOwn = standing.userId === userId
  const matchedTiers: readonly number[] = matches === null ? [] : listMatchedTiers(standings.pool, matches, row)
  const gained = placesGained(before, standings, row) ?? 0
  const toPar = hasScores ? standing.toPar : noValue
  return (
    <BoardRow line={line} rowKey={String(row)} className={styles.row} data-own={isOwn || undefined}>
      <td role="cell" className={styles.pos}>
        {hasScores ? standing.position : noValue}{' '}
        {gained !== 0 && <MovementMark className={`fine-print ${styles.moved}`} movement={toMovement(gained)} />}
      </td>
      <EntryName userId={standing.userId} name={standing.userName} number={standing.entryNumber} isOwn={isOwn} />
      {standing.golfers.map(({ player, golfer, isDropped }, tier) => (
        <td role="cell" key={tierNames[tier]} className={styles.golfer}>
          <PoolGolfer
            espnId={player.espnId}
            golfer={golfer}
            row={row}
            hasScores={hasScores}
            isDropped={isDropped && hasAnyScore(standing.golfers)}
            isProgressShown={isProgressShown}
            isMatch={matchedTiers.includes(tier)}
            onOpen={onOpenGolfer}
          />
        </td>
      ))}
      <td role="cell" className={styles['to-par']}>
        {/* Its target covers the row, below the name and the golfers. */}
        <button
          type="button"
          data-row-target
          aria-haspopup="dialog"
          aria-label={`${toPar}, details of ${standing.displayName}`}
          onClick={() => onOpenEntry(standing)}
        >
          <BoardToPar of={row}>{toPar}</BoardToPar>
        </button>
        {hasScores && standing.isDisqualified && <span className="visually-hidden"> disqualified</span>}
      </td>
      {showTiebreakers &&
        [0, 1].map((index) => (
          <td role="cell" key={index} className={styles.tiebreaker} data-label={`Tie ${index + 1}`}>
            <span className={styles.answer}>{standing.tiebreakers[index]}</span>
          </td>
        ))}
    </BoardRow>
  )
})
