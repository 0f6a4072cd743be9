import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react'
import { type Cutline, noValue } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import type { BoardOrder } from '#web/board/board-order.ts'
import type { SortControl } from '#web/board/board-sort.ts'
import board from '#web/board/board-table.module.css'
import { MovementMark } from '#web/board/movement-mark.tsx'
import { SortHeading } from '#web/board/sort-heading.tsx'
import { useRowAnimation } from '#web/board/use-row-animation.ts'
import { GolferFlag } from '#web/golfer/golfer-image.tsx'
import type { GolferRow } from '#web/golfer/golfer-rows.ts'
import { GolferThru } from '#web/golfer/golfer-thru.tsx'
import type { GolfersColumn } from './golfers-sort.ts'
import styles from './golfers-table.module.css'

type Props = {
  golfers: readonly GolferRow[]
  /** The search query and the order: rows are not animated when they change. */
  view: string
  control: SortControl<GolfersColumn>
  /** Headings between the rows, by the index of the row below. */
  tierHeadings: ReadonlyMap<number, string>
  cutline: Cutline | null
  /** The index of the row above the cut line; null for no cut line. */
  cutLineIndex: number | null
  /** The golfer whose details were opened last. */
  selected: string
  /** The golfers whom the viewer has picked, and the favourites, by espnId. */
  mine: ReadonlySet<string>
  starred: ReadonlySet<string>
  onSelect: (espnId: string) => void
  onOpenOwners: (espnId: string) => void
}

const columns = [
  ['pos', 'Pos', 'pos'],
  ['movement', 'Movement', 'movement'],
  ['player', 'Player', 'player'],
  ['entries', 'Entries', 'entries'],
  ['to-par', 'To Par', 'to-par'],
  ['today', 'Today', 'today'],
  ['thru', 'Thru', 'thru'],
  ['r1', 'R1', 'round'],
  ['r2', 'R2', 'round'],
  ['r3', 'R3', 'round'],
  ['r4', 'R4', 'round'],
  ['total', 'Tot', 'total'],
] as const

/** One row per golfer (docs/rules.md, 3.1), in the feed's order or sorted; on a phone a row takes two lines. */
export function GolfersTable(props: Props) {
  const { golfers, view, control, tierHeadings, cutline, cutLineIndex, selected, mine, starred, ...on } = props
  const body = useRef<HTMLTableSectionElement>(null)
  useRowAnimation(
    body,
    useMemo(() => toOrder(golfers, view), [golfers, view]),
  )
  return (
    <table role="table" className={`${board.table} ${styles.table}`} aria-label="Golfers leaderboard">
      <thead role="rowgroup" className={`${board.head} ${styles.head}`}>
        <tr role="row" className={`${board.columns} ${styles.columns}`}>
          {columns.map(([column, text, style]) => (
            <SortHeading
              key={text}
              column={column}
              className={styles[style]}
              control={control}
              isTextHidden={column === 'movement'}
            >
              {text}
            </SortHeading>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body} className={board.body}>
        {golfers.map((golfer, index) => (
          <Fragment key={golfer.espnId}>
            {tierHeadings.has(index) && <Divider>{tierHeadings.get(index)}</Divider>}
            <GolfersRow
              golfer={golfer}
              isSelected={golfer.espnId === selected}
              isOwn={mine.has(golfer.espnId)}
              isStarred={starred.has(golfer.espnId)}
              {...on}
            />
            {cutline !== null && index === cutLineIndex && <Divider>Projected Cut: {cutline.displayValue}</Divider>}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Divider({ children }: { children: ReactNode }) {
  return (
    <tr role="row" className={styles.cut}>
      <td role="cell" colSpan={columns.length}>
        {children}
      </td>
    </tr>
  )
}

function toOrder(golfers: readonly GolferRow[], view: string): BoardOrder {
  const lines = new Map(golfers.map(({ espnId }, line) => [espnId, line]))
  return {
    size: golfers.length,
    keyAt: (line) => golfers[line]?.espnId ?? '',
    lineOf: (key) => lines.get(key),
    view,
  }
}

type GolfersRowProps = Pick<Props, 'onSelect' | 'onOpenOwners'> & {
  golfer: GolferRow
  isSelected: boolean
  isOwn: boolean
  isStarred: boolean
}

/**
 * The button in the name cell covers the whole row, so that a click anywhere opens the golfer. Rendered again only when its
 * golfer has changed.
 */
const GolfersRow = memo(function GolfersRow(props: GolfersRowProps) {
  const { golfer, isSelected, isOwn, isStarred, onSelect, onOpenOwners } = props
  const marks = [isOwn ? 'yours' : '', isStarred ? 'favourite' : ''].filter((mark) => mark !== '').join(', ')
  const { rounds, total } = toShownStrokes(golfer, golfer.par)
  return (
    <tr
      role="row"
      id={`golfer-${golfer.espnId}`}
      className={`${board.row} ${styles.row}`}
      data-key={golfer.espnId}
      data-out={golfer.isDNF || undefined}
      data-selected={isSelected || undefined}
      data-own={isOwn || undefined}
      data-starred={isStarred || undefined}
    >
      <td role="cell" className={styles.pos}>
        {golfer.position}
      </td>
      <td role="cell" className={styles.movement}>
        <MovementMark movement={golfer.movement} />
      </td>
      <th role="rowheader" scope="row" className={styles.player}>
        <button
          type="button"
          className={styles.open}
          data-row-target
          aria-haspopup="dialog"
          aria-description={marks === '' ? undefined : marks}
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
      <td role="cell" className={styles.entries}>
        {golfer.entryCount ? (
          <button
            type="button"
            className={styles.owners}
            aria-haspopup="dialog"
            aria-label={`${golfer.entryCount}, owners of ${golfer.fullName}`}
            onClick={() => onOpenOwners(golfer.espnId)}
          >
            {golfer.entryCount}
          </button>
        ) : (
          (golfer.entryCount ?? noValue)
        )}
      </td>
      <td role="cell" className={styles['to-par']}>
        <BoardToPar>{golfer.toPar}</BoardToPar>
      </td>
      <td role="cell">
        <BoardNumber>{golfer.currentRoundScore}</BoardNumber>
      </td>
      <td role="cell" className={styles.thru}>
        <GolferThru golfer={golfer} />
      </td>
      {rounds.map((score, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round's index is its identity.
        <td role="cell" key={index} className={styles.round}>
          {score}
        </td>
      ))}
      <td role="cell" className={styles.total}>
        {total}
      </td>
    </tr>
  )
})
