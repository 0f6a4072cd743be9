import { useState } from 'react'
import styles from './board-sort.module.css'
import { type BoardSort, type SortColumn, type SortControl, toSorts, toText } from './board-sort.ts'

/** All orders of a board in one list. The first one is the default. A new order is announced. */
export function SortMenu<C extends string>({ control }: { control: SortControl<C> }) {
  const { columns, sort, isDefault, onChange } = control
  const options = columns.flatMap((column) => toSorts(column).map((sort) => ({ sort, text: nameOf(column, sort) })))
  const [opened] = useState(toText(sort))
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && toText(sort) !== opened) setHasChanged(true)
  const current = options.find((option) => toText(option.sort) === toText(sort))
  return (
    <span className={`button-secondary ${styles.menu}`} data-on={isDefault ? undefined : ''}>
      <span aria-hidden="true">Sort</span>
      <select
        aria-label="Sort by"
        title={current?.text}
        value={toText(sort)}
        onChange={({ target }) => {
          const chosen = options.find((option) => toText(option.sort) === target.value)
          if (chosen !== undefined) onChange(chosen.sort)
        }}
      >
        {options.map((option) => (
          <option key={toText(option.sort)} value={toText(option.sort)}>
            {option.text}
          </option>
        ))}
      </select>
      <span className="visually-hidden" role="status">
        {hasChanged && `Sorted: ${current?.text}`}
      </span>
    </span>
  )
}

function nameOf<C extends string>(column: SortColumn<C>, { direction }: BoardSort<C>): string {
  return column[direction]
}
