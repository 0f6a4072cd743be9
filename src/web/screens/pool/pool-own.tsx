import type { Standing } from '#domain/standings.ts'
import { BoardNumber } from '#web/board/board-number.tsx'
import { BoardToPar } from '#web/board/board-to-par.tsx'
import { jumpToTop } from './pool-jump.ts'
import styles from './pool-own.module.css'

type Props = { own: readonly Standing[]; onJump: (standing: Standing) => void }

/** Where the reader's entries stand, in one line; each leads to its row, and back to the top. */
export function PoolOwn({ own, onJump }: Props) {
  return (
    <nav className={styles['own']} aria-label="Your entries">
      <span className={styles['you']} aria-hidden="true">
        You
      </span>
      {own.map((standing) => (
        <button key={standing.row} type="button" className={styles['entry']} onClick={() => onJump(standing)}>
          <span className="visually-hidden">Go to </span>
          <span className={styles['label']}>Entry {standing.entryNumber}</span>{' '}
          <span className={styles['figures']}>
            <BoardNumber className={styles['position']}>{standing.position}</BoardNumber>
            {!standing.isDisqualified && (
              <>
                {' '}
                <BoardToPar className={styles['score']}>{standing.toPar}</BoardToPar>
              </>
            )}
          </span>
        </button>
      ))}
      <button type="button" className={styles['top']} onClick={() => jumpToTop()}>
        Top
      </button>
    </nav>
  )
}
