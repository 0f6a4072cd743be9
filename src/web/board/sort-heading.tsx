import type { CSSProperties } from 'react'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import styles from './board-sort.module.css'
import type { SortControl } from './board-sort.ts'

type Props<C extends string> = {
  column: C
  children: string
  className: string | undefined
  style?: CSSProperties | undefined
  /** Null for a board that cannot be sorted now. */
  control: SortControl<C> | null
  /** Without a visible text there is nothing to click. */
  isTextHidden?: boolean | undefined
}

/** A column’s heading: a click sorts by it, the next one reverses the order. On a phone the menu sorts instead. */
export function SortHeading<C extends string>(props: Props<C>) {
  const { column, children, className, style, control, isTextHidden } = props
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const direction = control?.sort.column === column ? control.sort.direction : undefined
  const heading = { className: styles.heading, 'data-direction': control?.isDefault ? undefined : direction }
  // A click sorts by the column, the next one the other way round.
  const next = control?.orders.find((order) => order.column === column && order !== control.sort)
  return (
    <th role="columnheader" scope="col" {...{ className, style }} aria-sort={direction}>
      {next === undefined || isPhone || isTextHidden ? (
        <span {...heading}>{isTextHidden ? <span className="visually-hidden">{children}</span> : children}</span>
      ) : (
        <button
          type="button"
          {...heading}
          onClick={(event) => {
            control?.onChange(next)
            showFirstRows(event.currentTarget)
          }}
        >
          {children}
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
