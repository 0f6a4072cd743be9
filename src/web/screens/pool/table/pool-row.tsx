import { noValue } from '#domain/field/field.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import type { Standing } from '#domain/standings/standings.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { BoardToPar } from '#web/board/board-number.tsx'
import type { EntryKey } from '#web/board/entry-address.ts'
import { type PlacedRowProps, rowParts, toSlotAttributes } from '#web/board/row-slot.ts'
import board from '../../../board/board-table.module.css'
import { EntryName } from './entry-name.tsx'
import { PoolGolfer } from './pool-golfer.tsx'
import styles from './pool-table.module.css'

/** How many golfers each part has, with those before it. The position and the name come first, the score to par last. */
const golfersInParts = [0, 2, 4, 4]

type Props = PlacedRowProps & {
  standing: Standing
  isOwn: boolean
  hasScores: boolean
  showTiebreakers: boolean
  /** The tiers whose golfer matches the search. */
  matchedTiers: readonly number[]
  onOpenGolfer: (espnId: string) => void
  onOpenEntry: (entry: EntryKey) => void
}

export function PoolRow(props: Props) {
  const { standing, line, slot, parts, isOwn, hasScores, showTiebreakers, matchedTiers, ...on } = props
  const golfers = standing.golfers.slice(0, golfersInParts[parts - 1])
  const toPar = hasScores ? standing.toPar : noValue
  return (
    <tr
      role="row"
      className={`${board.row} ${styles.row}`}
      data-key={standing.row}
      data-own={isOwn || undefined}
      aria-rowindex={line + 2}
      tabIndex={-1}
      {...toSlotAttributes({ line, slot })}
    >
      <td role="cell" className={styles.pos}>
        {hasScores ? standing.position : noValue}
      </td>
      <th role="rowheader" scope="row" className={styles.name}>
        <EntryName userId={standing.userId} name={standing.userName} number={standing.entryNumber} />
        {isOwn && <span className="visually-hidden"> (yours)</span>}
      </th>
      {golfers.map((golfer, tier) => (
        <td role="cell" key={tierNames[tier]} className={styles.golfer}>
          <PoolGolfer
            espnId={golfer.player.espnId}
            golfer={golfer.golfer}
            hasScores={hasScores}
            isDropped={golfer.isDropped && hasAnyScore(standing.golfers)}
            isMatch={matchedTiers.includes(tier)}
            onOpen={on.onOpenGolfer}
          />
        </td>
      ))}
      {parts === rowParts && (
        <td role="cell" className={styles['to-par']}>
          {/* Its target covers the row, below the name and the golfers. */}
          <button
            type="button"
            className={styles.open}
            data-row-target
            aria-haspopup="dialog"
            aria-label={`${toPar}, details of ${standing.displayName}`}
            onClick={() => on.onOpenEntry(standing)}
          >
            <BoardToPar>{toPar}</BoardToPar>
          </button>
          {hasScores && standing.isDisqualified && <span className="visually-hidden"> disqualified</span>}
        </td>
      )}
      {showTiebreakers &&
        [0, 1].map((index) => (
          <td role="cell" key={index} className={styles.tiebreaker} data-label={`Tie ${index + 1}`}>
            <span className={styles.answer}>{standing.tiebreakers[index]}</span>
          </td>
        ))}
    </tr>
  )
}
