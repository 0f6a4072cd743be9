import { noValue } from '#domain/field.ts'
import type { Standing, StandingGolfer } from '#domain/standings.ts'
import { tierNames } from '#domain/tournament.ts'
import { BoardToPar } from '#web/board/board-to-par.tsx'
import { cellRole, rowHeaderRole, rowRole } from '#web/ui/board-roles.ts'
import styles from './pool-wall.module.css'

/** One entry across the screen. */
export function WallRow({ standing }: { standing: Standing }) {
  const { row, position, userName, entryNumber, golfers, toPar } = standing
  return (
    <tr {...rowRole} className={styles['row']} aria-rowindex={row + 2}>
      <td {...cellRole} className={styles['pos']}>
        {position}
      </td>
      <th {...rowHeaderRole} scope="row" className={styles['name']}>
        <span>{userName}</span> {entryNumber}
      </th>
      {golfers.map((golfer, tier) => (
        <td {...cellRole} key={tierNames[tier]} className={styles['golfer']}>
          <WallGolfer golfer={golfer} isStarted={golfers.some(hasTeedOff)} />
        </td>
      ))}
      <td {...cellRole} className={styles['to-par']}>
        <BoardToPar>{toPar}</BoardToPar>
      </td>
    </tr>
  )
}

function WallGolfer({
  golfer: { golfer, isDropped },
  isStarted,
}: {
  golfer: StandingGolfer
  isStarted: boolean
}) {
  const score = golfer.isDNF && golfer.position !== noValue ? golfer.position : golfer.toPar
  const content = (
    <>
      <span className={styles['score']} data-under={/^-\d/.test(score) ? '' : undefined}>
        {score}
      </span>{' '}
      <span className={styles['golfer-name']}>{golfer.shortName}</span>
    </>
  )
  return isStarted && isDropped ? <s className={styles['dropped']}>{content}</s> : content
}

/** Before any of the four has played there is nothing to drop yet. */
function hasTeedOff({ golfer }: StandingGolfer): boolean {
  return golfer.isDNF || golfer.toPar !== noValue
}
