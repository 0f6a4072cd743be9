import { type Movement, noValue } from '#domain/field.ts'
import { BoardNumber } from '#web/board/board-number.tsx'
import { BoardToPar } from '#web/board/board-to-par.tsx'
import { GolferFlag } from '#web/golfer/golfer-image.tsx'
import type { GolferRow } from '#web/golfer/golfer-rows.ts'
import { GolferThru } from '#web/golfer/golfer-thru.tsx'
import board from '../../board/board-table.module.css'
import styles from './golfers-table.module.css'

type Props = { golfer: GolferRow; isSelected: boolean; onSelect: (espnId: string) => void }

/** The button in the name cell covers the whole row, so that a click anywhere opens the golfer. */
export function GolfersRow({ golfer, isSelected, onSelect }: Props) {
  const rounds = [golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score]
  return (
    <tr
      role="row"
      id={`golfer-${golfer.espnId}`}
      className={`${board['row']} ${styles['row']}`}
      data-key={golfer.espnId}
      data-out={golfer.isDNF ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
    >
      <td role="cell" className={styles['pos']}>
        {golfer.position}
      </td>
      <td role="cell" className={styles['movement']}>
        <MovementMark movement={golfer.movement} />
      </td>
      <th role="rowheader" scope="row" className={styles['player']}>
        <button
          type="button"
          className={styles['open']}
          aria-haspopup="dialog"
          aria-current={isSelected ? 'true' : undefined}
          onClick={() => onSelect(golfer.espnId)}
        >
          <GolferFlag src={golfer.logoImage} />
          <span className={styles['full-name']}>
            {golfer.fullName}
            {golfer.amateur && ' (a)'}
          </span>
        </button>
      </th>
      <td role="cell" className={styles['entries']}>
        {golfer.entryCount ?? noValue}
      </td>
      <td role="cell" className={styles['to-par']}>
        <BoardToPar>{golfer.toPar}</BoardToPar>
      </td>
      <td role="cell">
        <BoardNumber>{golfer.currentRoundScore}</BoardNumber>
      </td>
      <td role="cell" className={styles['thru']}>
        <GolferThru golfer={golfer} />
      </td>
      {rounds.map((score, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round's index is its identity.
        <td role="cell" key={index} className={styles['round']}>
          {score}
        </td>
      ))}
      <td role="cell" className={styles['total']}>
        {golfer.totalScore}
      </td>
    </tr>
  )
}

const directions = { positive: 'up', negative: 'down', none: '' } as const

/** The direction is shown by a shape, never by colour alone. */
function MovementMark({ movement }: { movement: Movement }) {
  if (movement.class === 'none') return <span className="none">{movement.text}</span>
  return (
    <span className={`${movement.class} ${styles['movement-value']}`}>
      <span aria-hidden="true" className={styles['arrow']} data-direction={directions[movement.class]} />
      <span className="visually-hidden">{directions[movement.class]} </span>
      {movement.text}
    </span>
  )
}
