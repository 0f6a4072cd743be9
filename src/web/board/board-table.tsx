import type { CSSProperties, Ref } from 'react'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { BoardBody, type BoardHandle, type BoardVersion } from './board-body.tsx'
import sortStyles from './board-sort.module.css'
import type { SortControl } from './board-sort.ts'
import styles from './board-table.module.css'

export type BoardColumn<C extends string> = readonly [
  column: C,
  className: string | undefined,
  heading: string,
  /** Without a visible text there is nothing to click. */
  isTextHidden?: boolean,
  style?: CSSProperties,
]

type Props<C extends string> = BoardVersion & {
  label: string
  className: string
  columnsClassName: string | undefined
  columns: readonly BoardColumn<C>[]
  /** Null for a board that cannot be sorted now. */
  control: SortControl<C> | null
  ref?: Ref<BoardHandle> | undefined
}

/** A board as a table: the head sticks below the page's header, and the body renders the lines near the window. */
export function BoardTable<C extends string>(props: Props<C>) {
  const { label, className, columnsClassName, columns, control, order, renderRow, ref, ...attributes } = props
  return (
    <div className={styles.board}>
      <table
        role="table"
        className={`${styles.table} ${className}`}
        aria-label={label}
        aria-rowcount={order.size + 1}
        {...attributes}
      >
        <thead role="rowgroup" className={styles.head}>
          <tr role="row" className={`${styles.columns} ${columnsClassName}`} aria-rowindex={1}>
            {columns.map((column) => (
              <SortHeading key={column[0]} column={column} control={control} />
            ))}
          </tr>
        </thead>
        <BoardBody order={order} renderRow={renderRow} ref={ref} />
      </table>
    </div>
  )
}

type SortHeadingProps<C extends string> = Pick<Props<C>, 'control'> & { column: BoardColumn<C> }

/** A column’s heading: a click sorts by it, the next one reverses the order. On a phone the menu sorts instead. */
function SortHeading<C extends string>(props: SortHeadingProps<C>) {
  const { control } = props
  const [column, className, text, isTextHidden, style] = props.column
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const direction = control?.sort.column === column ? control.sort.direction : undefined
  const heading = { className: sortStyles.heading, 'data-direction': control?.isDefault ? undefined : direction }
  // A click sorts by the column, the next one the other way round.
  const next = control?.orders.find((order) => order.column === column && order !== control.sort)
  return (
    <th role="columnheader" scope="col" className={className} style={style} aria-sort={direction}>
      {next === undefined || isPhone || isTextHidden ? (
        <span {...heading}>{isTextHidden ? <span className="visually-hidden">{text}</span> : text}</span>
      ) : (
        <button
          type="button"
          {...heading}
          onClick={(event) => {
            control?.onChange(next)
            showFirstRows(event.currentTarget)
          }}
        >
          {text}
        </button>
      )}
    </th>
  )
}

/** Scrolls to the top after a new order, and keeps the focus. */
function showFirstRows(heading: HTMLElement): void {
  const table = heading.closest('table')
  if (table !== null && table.getBoundingClientRect().top < 0) table.scrollIntoView()
}
