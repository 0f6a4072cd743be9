import type { Pool } from '#domain/entries/pool.ts'
import { noValue, toMovement } from '#domain/field/field.ts'
import { hasAnyScore } from '#domain/standings/scoring.ts'
import type { Standing, StandingGolfer } from '#domain/standings/standings.ts'
import { tierNames } from '#domain/tournament/tournament.ts'
import { BoardToPar, MovementMark } from '#web/board/board-number.tsx'
import { toLockText } from '#web/time/time-text.ts'
import styles from './pool-wall.module.css'
import { WallJoinCode } from './wall-join-code.tsx'

/** Longer names take three small lines. */
const longName = 36

type WallRowProps = {
  standing: Standing
  /** Places gained; null if unknown. */
  gained: number | null
}

/** One entry across the full width of the screen. */
export function WallRow({ standing, gained }: WallRowProps) {
  const { line, position, userName, entryNumber, golfers, toPar } = standing
  return (
    <tr role="row" className={styles.row} aria-rowindex={line + 2}>
      <td role="cell" className={styles.pos}>
        {position}{' '}
        {gained !== null && gained !== 0 && (
          <span className={styles.movement}>
            <MovementMark movement={toMovement(gained)} />
          </span>
        )}
      </td>
      <th role="rowheader" scope="row" className={styles.name}>
        <span data-long={userName.length > longName || undefined}>{userName}</span> {entryNumber}
      </th>
      {golfers.map((golfer, tier) => (
        <td role="cell" key={tierNames[tier]} className={styles.golfer}>
          <WallGolfer golfer={golfer} isMarked={golfer.isDropped && hasAnyScore(golfers)} />
        </td>
      ))}
      <td role="cell" className={styles['to-par']}>
        <BoardToPar>{toPar}</BoardToPar>
      </td>
    </tr>
  )
}

function WallGolfer({ golfer: { golfer }, isMarked }: { golfer: StandingGolfer; isMarked: boolean }) {
  const score = golfer.isDNF && golfer.position !== noValue ? golfer.position : golfer.toPar
  const content = (
    <>
      <span className={styles.score}>{score}</span>{' '}
      <span className={styles['golfer-name']}>{isMarked ? <s>{golfer.shortName}</s> : golfer.shortName}</span>
    </>
  )
  return isMarked ? <span className={styles.dropped}>{content}</span> : content
}

/** Before the start: the closing time and the entrants. Picks are still hidden (docs/rules.md, 2.6). */
export function WallEntrants({ pool }: { pool: Pool }) {
  const { start } = pool.tournament
  return (
    <div className={styles['before-start']}>
      <WallJoinCode tournamentId={pool.tournament.id} />
      <p className={styles.label}>Entries close</p>
      <p className={styles.start}>
        <time dateTime={start}>{toLockText(start)}</time>
      </p>
      <ul className={styles.names} aria-label="Entered">
        {pool.entries.map((entry) => (
          <li key={entry.id}>{entry.name}</li>
        ))}
      </ul>
    </div>
  )
}
