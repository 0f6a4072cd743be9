import type { CSSProperties, Ref } from 'react'
import { BoardBody, type BoardHandle, type BoardVersion } from './board-body.tsx'
import type { SortControl } from './board-sort.ts'
import styles from './board-table.module.css'
import { SortHeading } from './sort-heading.tsx'

export type BoardColumn<C extends string> = readonly [
  column: C,
  className: string | undefined,
  heading: string,
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
  const {
    label,
    className: tableClassName,
    columnsClassName,
    columns,
    control,
    order,
    renderRow,
    ref,
    ...attributes
  } = props
  return (
    <div className={styles.board}>
      <table
        role="table"
        className={`${styles.table} ${tableClassName}`}
        aria-label={label}
        aria-rowcount={order.size + 1}
        {...attributes}
      >
        <thead role="rowgroup" className={styles.head}>
          <tr role="row" className={`${styles.columns} ${columnsClassName}`} aria-rowindex={1}>
            {columns.map(([column, className, heading, isTextHidden, style]) => (
              <SortHeading key={column} {...{ column, className, style, control, isTextHidden }}>
                {heading}
              </SortHeading>
            ))}
          </tr>
        </thead>
        <BoardBody {...{ order, renderRow, ref }} />
      </table>
    </div>
  )
}
