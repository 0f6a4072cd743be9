import styles from './board-sort.module.css'
import { type SortControl, toText } from './board-sort.ts'
import { SortStatus } from './sort-status.tsx'

type Props<C extends string> = {
  control: SortControl<C>
  /** As an item of a menu, which has room for the current order. The menu may be closed: `SortStatus` is elsewhere. */
  isItem?: boolean
}

/** All orders of a board in one list. The first one is the default. */
export function SortMenu<C extends string>({ control, isItem = false }: Props<C>) {
  const { orders, sort, isDefault, onChange } = control
  return (
    <span className={isItem ? styles.menu : `button-secondary ${styles.menu}`} data-on={isDefault ? undefined : ''}>
      <span aria-hidden="true">{isItem ? `Sort: ${sort.name} ▾` : 'Sort'}</span>
      <select
        aria-label="Sort by"
        title={sort.name}
        value={toText(sort)}
        onChange={({ target }) => {
          const chosen = orders.find((order) => toText(order) === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {orders.map((order) => (
          <option key={toText(order)} value={toText(order)}>
            {order.name}
          </option>
        ))}
      </select>
      {!isItem && <SortStatus control={control} />}
    </span>
  )
}
