import { memo } from 'react'
import { noValue } from '#domain/field/field.ts'
import type { StandingGolfer } from '#domain/standings/standings.ts'
import { BoardToPar } from '#web/board/board-number.tsx'
import { GolferThru } from '#web/golfer/golfer-thru.tsx'
import styles from './pool-golfer.module.css'

type Props = {
  espnId: string
  golfer: StandingGolfer['golfer']
  hasScores: boolean
  /** This golfer does not count (docs/rules.md, 4.2). */
  isDropped: boolean
  /** The search matches this golfer. */
  isMatch: boolean
  onOpen: (espnId: string) => void
}

/** One pick of an entry; a click opens the golfer’s details. Rendered again only when its golfer has changed. */
export const PoolGolfer = memo(function PoolGolfer({ espnId, golfer, hasScores, isDropped, isMatch, onOpen }: Props) {
  const name = isMatch ? <mark>{golfer.shortName}</mark> : golfer.shortName
  const isMarked = hasScores && isDropped
  return (
    <button type="button" className={styles.golfer} data-dropped={isMarked || undefined} onClick={() => onOpen(espnId)}>
      {isMarked ? <s>{name}</s> : name}
      {hasScores && (
        <>
          {'\n'}
          <BoardToPar className={styles.score}>{golfer.toPar}</BoardToPar>{' '}
          <span className={styles.thru} data-out={golfer.isDNF || undefined}>
            <Progress golfer={golfer} />
          </span>
          {isMarked && <span className={styles.spoken}>, dropped</span>}
        </>
      )}
    </button>
  )
})

function Progress({ golfer }: Pick<Props, 'golfer'>) {
  if (golfer.isDNF) return golfer.position === noValue ? 'no data' : golfer.position
  if (/^\d/.test(golfer.thru)) return `thru ${golfer.thru}`
  return <GolferThru golfer={golfer} />
}
