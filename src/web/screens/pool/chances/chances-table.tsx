import { memo, type Ref, useCallback } from 'react'
import { type Standing, type Standings, standingAt } from '#domain/standings/standings.ts'
import { type BoardHandle, BoardRow } from '#web/board/board-body.tsx'
import { BoardToPar } from '#web/board/board-number.tsx'
import type { SortControl } from '#web/board/board-sort.ts'
import { type BoardColumn, BoardTable } from '#web/board/board-table.tsx'
import { ChanceChange, ChanceFigure, listChances } from '#web/chances/chance-figure.tsx'
import { chanceOf, toPlacesText, toPlacesWords } from '#web/chances/chances-text.ts'
import { PlaceRange } from '#web/chances/place-range.tsx'
import type { BoardChances } from '#web/chances/use-chances.ts'
import { EntryName } from '#web/screens/pool/table/entry-name.tsx'
import { mostShortPlaces } from '#web/screens/pool/table/pool-columns.ts'
import styles from '#web/screens/pool/table/pool-table.module.css'
import type { PoolOrder } from '#web/screens/pool/table/use-pool-order.ts'
import type { EntryKey } from '#web/url/entry-address.ts'
import chances from './chances.module.css'
import type { ChancesColumn } from './chances-sort.ts'

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
  ref?: Ref<BoardHandle> | undefined
}

const columns: readonly BoardColumn<ChancesColumn>[] = [
  ['pos', styles.pos, 'Pos'],
  ['name', styles.name, 'Name'],
  ['win', undefined, 'To win'],
  ['top-three', undefined, 'Top 3'],
  ['out', undefined, 'Out'],
  ['places', undefined, 'Places'],
  ['to-par', styles['to-par'], 'To Par'],
]

/** The board with chances in place of the golfers: one row per entry, on a phone in two lines. */
export function ChancesTable({ order, headings, label, ref, ...row }: Props) {
  const { standings, state, userId, onOpenEntry } = row
  const renderRow = useCallback(
    (line: number) => (
      <Row
        standings={standings}
        state={state}
        userId={userId}
        onOpenEntry={onOpenEntry}
        line={line}
        standingLine={order.standingLineAt(line)}
      />
    ),
    [order, standings, state, userId, onOpenEntry],
  )
  return (
    <BoardTable
      className={`${styles.table} ${state.isPending ? chances.pending : ''}`}
      columnsClassName={styles.columns}
      control={headings}
      data-large={standings.size > mostShortPlaces || undefined}
      label={label}
      columns={columns}
      order={order}
      renderRow={renderRow}
      ref={ref}
    />
  )
}

const Row = memo(function Row(props: RowProps & { line: number; standingLine: number }) {
  const { standings, state, userId, onOpenEntry, line, standingLine } = props
  const standing = standingAt(standings, standingLine)
  const isOwn = standing.userId === userId
  return (
    <BoardRow line={line} rowKey={String(standing.row)} className={styles.row} data-own={isOwn || undefined}>
      <td role="cell" className={styles.pos}>
        {standing.position}
      </td>
      <EntryName userId={standing.userId} name={standing.userName} number={standing.entryNumber} isOwn={isOwn} />
      <Figures standing={standing} state={state} size={standings.size} />
      <td role="cell" className={styles['to-par']}>
        <button
          type="button"
          data-row-target
          aria-haspopup="dialog"
          aria-label={`${standing.toPar}, details of ${standing.displayName}`}
          onClick={() => onOpenEntry(standing)}
        >
          <BoardToPar of={standing.row}>{standing.toPar}</BoardToPar>
        </button>
      </td>
    </BoardRow>
  )
})

function Figures({ standing, state, size }: { standing: Standing; state: BoardChances; size: number }) {
  const { row, place, isDisqualified } = standing
  const { figures, roundStart, possible } = state
  const all = figures?.chances
  const [best, worst] = [all?.likelyBest[row] ?? 0, all?.likelyWorst[row] ?? 0]
  return (
    <>
      {listChances(possible.get(row)).map(([, column, certainty]) => (
        <td role="cell" key={column} className={styles.golfer}>
          {all !== undefined && !isDisqualified && (
            <span className={chances.cell}>
              <ChanceFigure chance={chanceOf(all, column, row)} certainty={certainty} />
              <ChanceChange before={roundStart && chanceOf(roundStart, column, row)} now={chanceOf(all, column, row)} />
            </span>
          )}
        </td>
      ))}
      <td role="cell" className={styles.golfer}>
        {all !== undefined && (
          <span className={chances.cell}>
            <span aria-hidden="true">{toPlacesText(best, worst)}</span>
            <span className="visually-hidden">{toPlacesWords(best, worst)}</span>
            {!isDisqualified && <PlaceRange best={best} worst={worst} size={size} place={place} />}
          </span>
        )}
      </td>
    </>
  )
}
