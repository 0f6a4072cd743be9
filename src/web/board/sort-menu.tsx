import { useState } from 'react'
import styles from './board-sort.module.css'
import { type SortControl, toSorts, toText } from './board-sort.ts'

type Props<C extends string> = { control: SortControl<C> }

/** All orders of a board in one list. The first one is the default. */
export function SortMenu<C extends string>({ control }: Props<C>) {
  return (
    <span className={`button-secondary ${styles.menu} ${styles.tool}`} data-on={control.isDefault ? undefined : ''}>
      <span aria-hidden="true">Sort</span>
      <SortSelect control={control} />
      <SortStatus control={control} />
    </span>
  )
}

/** The same as an item of a menu, which has room for the current order. The menu may be closed: `SortStatus` is elsewhere. */
export function SortItem<C extends string>({ control }: Props<C>) {
  return (
    <span className={styles.menu}>
      <span aria-hidden="true">Sort: {nameOf(control)} ▾</span>
      <SortSelect control={control} />
    </span>
  )
}

function SortSelect<C extends string>({ control }: Props<C>) {
  const { columns, sort, onChange } = control
  const options = columns.flatMap(toSorts)
  return (
    <select
      aria-label="Sort by"
      title={nameOf(control)}
      value={toText(sort)}
      onChange={({ target }) => {
        const chosen = options.find((option) => toText(option) === target.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {options.map((option) => (
        <option key={toText(option)} value={toText(option)}>
          {nameOf({ columns, sort: option })}
        </option>
      ))}
    </select>
  )
}

/** Announces a new order. */
export function SortStatus<C extends string>({ control }: Props<C>) {
  const current = toText(control.sort)
  const [opened] = useState(current)
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && current !== opened) setHasChanged(true)
  return (
    <span className="visually-hidden" role="status">
      {hasChanged && `Sorted: ${nameOf(control)}`}
    </span>
  )
}

function nameOf<C extends string>({ columns, sort }: Pick<SortControl<C>, 'columns' | 'sort'>): string | undefined {
  return columns.find(({ column }) => column === sort.column)?.[sort.direction]
}
