import { memo } from 'react'
import type { StandingGolfer } from '#domain/standings/standings.ts'
import { BoardNumber } from '#web/board/board-number.tsx'
import { toGolferProgress } from '#web/board/golfer-progress.ts'
import styles from './pool-golfer.module.css'

type Props = {
  espnId: string
  golfer: StandingGolfer['golfer']
  /** The entry's row in the pool. */
  row: number
  hasScores: boolean
  /** This golfer does not count (docs/rules.md, 4.2). */
  isDropped: boolean
  /** Holes played or tee time; false where the board says it once for all. Why a golfer is out is always shown. */
  isProgressShown: boolean
  /** The search matches this golfer. */
  isMatch: boolean
  onOpen: (espnId: string) => void
}

/** One pick of an entry; a click opens the golfer’s details. A search or another sort renders few of them again. */
export const PoolGolfer = memo(function PoolGolfer({
  espnId,
  golfer,
  row,
  hasScores,
  isDropped,
  isProgressShown,
  isMatch,
  onOpen,
}: Props) {
  const name = isMatch ? <mark>{golfer.shortName}</mark> : golfer.shortName
  const isMarked = hasScores && isDropped
  const isCorrected = golfer.correction !== null
  return (
    <button
      type="button"
      className={styles.golfer}
      data-dropped={isMarked || undefined}
      data-corrected={isCorrected || undefined}
      onClick={() => onOpen(espnId)}
    >
      {name}
      {hasScores && (
        <>
          {'\n'}
          <BoardNumber className={styles.score} of={row}>
            {golfer.toPar}
          </BoardNumber>
          {(isProgressShown || golfer.isDNF) && (
            <span className={styles.thru} data-out={golfer.isDNF || undefined}>
              {` ${toGolferProgress(golfer)}`}
            </span>
          )}
          {isMarked && <span className="spoken">, dropped</span>}
          {isCorrected && <span className="spoken">, corrected</span>}
        </>
      )}
    </button>
  )
})
