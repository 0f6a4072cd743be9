import { memo, useCallback } from 'react'
import { isAmongFirst, isDisqualified } from '#domain/forecast/possible-places.ts'
import { lineOfRow, type Standing, type Standings, standingAt } from '#domain/standings/standings.ts'
import { BoardToPar } from '#web/board/board-number.tsx'
import type { SortControl } from '#web/board/board-sort.ts'
import type { EntryKey } from '#web/board/entry-address.ts'
import { type PlacedRowProps, type RowSlot, toRowProps, toSlotAttributes } from '#web/board/row-slot.ts'
import { SortHeading } from '#web/board/sort-heading.tsx'
import { type Certainty, chanceOf, toPlacesText, toPlacesWords } from '#web/chances/chances-text.ts'
import type { BoardChances } from '#web/chances/use-chances.ts'
import board from '../../../board/board-table.module.css'
import { BoardRows } from '../table/board-rows.tsx'
import { EntryName } from '../table/entry-name.tsx'
import { mostShortPlaces } from '../table/pool-columns.ts'
import styles from '../table/pool-table.module.css'
import type { PoolOrder } from '../table/use-pool-order.ts'
import { ChanceChange, ChanceFigure } from './chance-figure.tsx'
import chances from './chances.module.css'
import type { ChancesColumn } from './chances-sort.ts'
import { PlaceRange } from './place-range.tsx'

type RowProps = {
  standings: Standings
  state: BoardChances
  userId: number
  onOpenEntry: (entry: EntryKey) => void
}

type Props = RowProps & {
  order: PoolOrder
  headings: SortControl<ChancesColumn>
  label: string
}

const columns = [
  ['pos', 'pos', 'Pos'],
  ['name', 'name', 'Name'],
  ['win', 'golfer', 'To win'],
  ['top-three', 'golfer', 'Top 3'],
  ['out', 'golfer', 'Out'],
  ['places', 'golfer', 'Places'],
  ['to-par', 'to-par', 'To Par'],
] as const

/** The board with chances in place of the golfers: one row per entry, on a phone in two lines. */
export function ChancesTable({ order, headings, label, ...row }: Props) {
  const { standings, state, userId, onOpenEntry } = row
  const renderRow = useCallback(
    (line: number, slot?: RowSlot) => (
      <Row
        {...{ standings, state, userId, onOpenEntry }}
        {...toRowProps(line, slot)}
        standingLine={lineOfRow(standings, Number(order.keyAt(line)))}
      />
    ),
    [order, standings, state, userId, onOpenEntry],
  )
  return (
    <table
      role="table"
      className={`${board.table} ${styles.table} ${state.isPending ? chances.pending : ''}`}
      aria-label={label}
      aria-rowcount={order.size + 1}
      data-large={standings.size > mostShortPlaces || undefined}
    >
      <thead role="rowgroup" className={`${board.head} ${styles.head}`}>
        <tr role="row" className={`${board.columns} ${styles.columns}`} aria-rowindex={1}>
          {columns.map(([column, style, text]) => (
            <SortHeading
              key={column}
              column={column}
              className={style === 'golfer' ? chances.heading : styles[style]}
              control={headings}
            >
              {text}
            </SortHeading>
          ))}
        </tr>
      </thead>
      <BoardRows order={order} renderRow={renderRow} total={standings.size} />
    </table>
  )
}

const Row = memo(function Row(props: RowProps & PlacedRowProps & { standingLine: number }) {
  const { standings, state, userId, onOpenEntry, line, slot, parts, standingLine } = props
  const standing = standingAt(standings, standingLine)
  const isOwn = standing.userId === userId
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
        {standing.position}
      </td>
      <th role="rowheader" scope="row" className={styles.name}>
        <EntryName userId={standing.userId} name={standing.userName} number={standing.entryNumber} />
        {isOwn && <span className="visually-hidden"> (yours)</span>}
      </th>
      {parts > 1 && <Figures {...{ standing, state }} size={standings.size} />}
      <td role="cell" className={styles['to-par']}>
        <button
          type="button"
          className={styles.open}
          data-row-target
          aria-haspopup="dialog"
          aria-label={`${standing.toPar}, details of ${standing.displayName}`}
          onClick={() => onOpenEntry(standing)}
        >
          <BoardToPar>{standing.toPar}</BoardToPar>
        </button>
      </td>
    </tr>
  )
})

function Figures({ standing, state, size }: { standing: Standing; state: BoardChances; size: number }) {
  const { row, place } = standing
  const { figures, morning, possible } = state
  const places = possible.get(row)
  const all = figures?.chances
  const [best, worst] = [all?.likelyBest[row] ?? 0, all?.likelyWorst[row] ?? 0]
  const cells = [
    ['win', places && isAmongFirst(places, 1)],
    ['topThree', places && isAmongFirst(places, 3)],
    ['disqualified', places && isDisqualified(places)],
  ] as const satisfies (readonly ['win' | 'topThree' | 'disqualified', Certainty | undefined])[]
  return (
    <>
      {cells.map(([column, certainty]) => (
        <td role="cell" key={column} className={styles.golfer}>
          {all !== undefined && (
            <span className={chances.cell}>
              <ChanceFigure chance={chanceOf(all, column, row)} certainty={certainty} />
              <span className={chances.second}>
                <ChanceChange before={morning && chanceOf(morning, column, row)} now={chanceOf(all, column, row)} />
              </span>
            </span>
          )}
        </td>
      ))}
      <td role="cell" className={styles.golfer}>
        {all !== undefined && (
          <span className={chances.cell}>
            <span aria-hidden="true">{toPlacesText(best, worst)}</span>
            <span className="visually-hidden">{toPlacesWords(best, worst)}</span>
            <PlaceRange {...{ best, worst, size, place }} />
          </span>
        )}
      </td>
    </>
  )
}
