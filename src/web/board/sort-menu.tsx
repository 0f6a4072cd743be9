import { useState } from 'react'
import styles from './board-sort.module.css'
import { type SortControl, toSorts, toText } from './board-sort.ts'

type Props<C extends string> = {
  control: SortControl<C>
  /** As an item of a menu, which has room for the current order. The menu may be closed: `SortStatus` is elsewhere. */
  isItem?: boolean
}

/** All orders of a board in one list. The first one is the default. */
export function SortMenu<C extends string>({ control, isItem = false }: Props<C>) {
  const { columns, sort, isDefault, onChange } = control
  const options = columns.flatMap(toSorts)
  return (
    <span
      className={isItem ? styles.menu : `button-secondary ${styles.menu} ${styles.tool}`}
      data-on={isDefault ? undefined : ''}
    >
      <span aria-hidden="true">{isItem ? `Sort: ${nameOf(control)} ▾` : 'Sort'}</span>
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
      {!isItem && <SortStatus control={control} />}
    </span>
  )
}

/** Announces a new order. */
export function SortStatus<C extends string>({ control }: Pick<Props<C>, 'control'>) {
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
