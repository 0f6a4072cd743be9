import { memo, useCallback, useMemo } from 'react'
import { noValue } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import { type BoardOrder, BoardRow } from '#web/board/board-body.tsx'
import { BoardNumber, BoardToPar, MovementMark } from '#web/board/board-number.tsx'
import type { SortControl } from '#web/board/board-sort.ts'
import { BoardTable } from '#web/board/board-table.tsx'
import { GolferFlag } from '#web/golfer/golfer-image.tsx'
import type { GolferRow } from '#web/golfer/golfer-rows.ts'
import { GolferThru } from '#web/golfer/golfer-thru.tsx'
import { type GolfersColumn, type GolfersLine, roundColumns } from './golfers-sort.ts'
import styles from './golfers-table.module.css'

type RowProps = {
  /** The golfer whose details were opened last. */
  selected: string
  /** The golfers whom the viewer has picked, and the favourites, by espnId. */
  mine: ReadonlySet<string>
  starred: ReadonlySet<string>
  onSelect: (espnId: string) => void
  onOpenOwners: (espnId: string) => void
}

type Props = RowProps & {
  lines: readonly GolfersLine[]
  /** The search query and the sort: rows do not slide when they change. */
  view: string
  control: SortControl<GolfersColumn>
}

const columns: readonly (readonly [column: GolfersColumn, heading: string, isTextHidden?: boolean])[] = [
  ['pos', 'Pos'],
  ['movement', 'Movement', true],
  ['player', 'Player'],
  ['entries', 'Entries'],
  ['to-par', 'To Par'],
  ['today', 'Today'],
  ['thru', 'Thru'],
  ['r1', 'R1'],
  ['r2', 'R2'],
  ['r3', 'R3'],
  ['r4', 'R4'],
  ['total', 'Tot'],
]

/** The attributes of a cell in this column; on a phone, columns stand above each other. */
function toCell(column: GolfersColumn) {
  const isRound = roundColumns.some((round) => round === column)
  const className = styles[isRound ? 'round' : column] ?? ''
  return { role: 'cell', className, style: { gridArea: column } }
}

/** One row per golfer (docs/rules.md, 3.1), in the feed's order or sorted; on a phone a row takes two lines. */
export function GolfersTable({ lines, view, control, ...row }: Props) {
  const { selected, mine, starred, onSelect, onOpenOwners } = row
  const order = useMemo(() => toOrder(lines, view), [lines, view])
  const renderRow = useCallback(
    (line: number) => {
      const content = lines[line]
      if (content === undefined) return null
      if ('heading' in content) return <Heading line={line}>{content.heading}</Heading>
      const { espnId } = content
      return (
        <GolfersRow
          line={line}
          onSelect={onSelect}
          onOpenOwners={onOpenOwners}
          golfer={content}
          isSelected={espnId === selected}
          isOwn={mine.has(espnId)}
          isStarred={starred.has(espnId)}
        />
      )
    },
    [lines, selected, mine, starred, onSelect, onOpenOwners],
  )
  return (
    <BoardTable
      label="Golfers leaderboard"
      className={styles.table ?? ''}
      columnsClassName={styles.columns}
      columns={columns.map(([column, heading, isTextHidden = false]) => {
        const { className, style } = toCell(column)
        return [column, className, heading, isTextHidden, style]
      })}
      control={control}
      order={order}
      renderRow={renderRow}
    />
  )
}

/** A tier, or the projected cut. */
function Heading({ line, children }: { line: number; children: string }) {
  return (
    <BoardRow line={line} rowKey={children} className={`strong ${styles['heading-row']}`} data-heading>
      <td role="cell" colSpan={columns.length}>
        {children}
      </td>
    </BoardRow>
  )
}

function toOrder(lines: readonly GolfersLine[], view: string): BoardOrder {
  const keys = lines.map((line) => ('heading' in line ? line.heading : line.espnId))
  const lineByKey = new Map(keys.map((key, line) => [key, line]))
  return { size: keys.length, lineOf: (key) => lineByKey.get(key), view }
}

type GolfersRowProps = Pick<RowProps, 'onSelect' | 'onOpenOwners'> & {
  line: number
  golfer: GolferRow
  isSelected: boolean
  isOwn: boolean
  isStarred: boolean
}

/** The button in the name cell covers the whole row, so that a click anywhere opens the golfer. */
const GolfersRow = memo(function GolfersRow(props: GolfersRowProps) {
  const { line, golfer, isSelected, isOwn, isStarred, onSelect, onOpenOwners } = props
  const { espnId } = golfer
  const isCorrected = golfer.correction !== null
  const marks = [isOwn ? 'yours' : '', isStarred ? 'favourite' : '', isCorrected ? 'corrected' : '']
    .filter((mark) => mark !== '')
    .join(', ')
  const { rounds, total } = toShownStrokes(golfer, golfer.par)
  return (
    <BoardRow
      line={line}
      rowKey={espnId}
      id={`golfer-${espnId}`}
      className={styles.row}
      data-out={golfer.isDNF || undefined}
      data-selected={isSelected || undefined}
      data-own={isOwn || undefined}
      data-starred={isStarred || undefined}
      data-corrected={isCorrected || undefined}
    >
      <td {...toCell('pos')}>{golfer.position}</td>
      <td {...toCell('movement')}>
        <MovementMark movement={golfer.movement} />
      </td>
      <th {...toCell('player')} role="rowheader" scope="row">
        <button
          type="button"
          className={styles.open}
          data-row-target
          aria-haspopup="dialog"
          aria-description={marks === '' ? undefined : marks}
          aria-current={isSelected ? 'true' : undefined}
          onClick={() => onSelect(espnId)}
        >
          <GolferFlag src={golfer.logoImage} />
          <span className={styles['full-name']}>
            {golfer.fullName}
            {golfer.amateur && ' (a)'}
          </span>
        </button>
      </th>
      <td {...toCell('entries')}>
        {golfer.entryCount ? (
          <button
            type="button"
            className={styles.owners}
            aria-haspopup="dialog"
            aria-label={`${golfer.entryCount}, ${golfer.entryShare}, owners of ${golfer.fullName}`}
            onClick={() => onOpenOwners(espnId)}
          >
            {golfer.entryCount}
            <span className={styles.share}> {golfer.entryShare}</span>
          </button>
        ) : (
          <>
            {golfer.entryCount ?? noValue}
            {golfer.entryCount === 0 && <span className={styles.share} />}
          </>
        )}
      </td>
      <td {...toCell('to-par')}>
        <BoardToPar of={espnId}>{golfer.toPar}</BoardToPar>
      </td>
      <td {...toCell('today')}>
        <BoardNumber of={espnId}>{golfer.currentRoundScore}</BoardNumber>
      </td>
      <td {...toCell('thru')}>
        <GolferThru golfer={golfer} />
      </td>
      {roundColumns.map((column, index) => (
        <td key={column} {...toCell(column)}>
          {rounds[index]}
        </td>
      ))}
      <td {...toCell('total')}>{total}</td>
    </BoardRow>
  )
})
