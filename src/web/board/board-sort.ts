import { useStoredChoice } from '#web/ui/stored-choice.ts'

type SortDirection = 'ascending' | 'descending'

/** The column and direction by which a board is sorted. */
export type BoardSort<C extends string> = { readonly column: C; readonly direction: SortDirection }

/** An order of a board, with its name in the menu. */
export type SortOrder<C extends string> = BoardSort<C> & { readonly name: string }

/** Per column: the order of the first click, then its reverse. Element 0 is the default. */
type SortOrders<C extends string> = readonly [SortOrder<C>, ...SortOrder<C>[]]

export type SortControl<C extends string> = {
  readonly orders: readonly SortOrder<C>[]
  readonly sort: SortOrder<C>
  readonly isDefault: boolean
  readonly onChange: (sort: SortOrder<C>) => void
}

/** The names of a column's order after the first click and after the next one, and the direction of the first. */
type SortColumn<C extends string> = readonly [column: C, first: string, second: string, direction?: SortDirection]

export function toSortOrders<C extends string>(...columns: [SortColumn<C>, ...SortColumn<C>[]]): SortOrders<C> {
  const [first, ...others] = columns
  return [...toBothOrders(first), ...others.flatMap(toBothOrders)]
}

function toBothOrders<C extends string>([column, first, second, direction = 'ascending']: SortColumn<C>) {
  const other = direction === 'ascending' ? 'descending' : 'ascending'
  const orders = [
    { column, direction, name: first },
    { column, direction: other, name: second },
  ] as const
  return orders satisfies SortOrders<C>
}

/**
 * The order of a board, stored in this browser. A stored choice whose column is hidden takes effect again when the column
 * returns.
 */
export function useBoardSort<C extends string>(
  key: string,
  all: SortOrders<C>,
  isOffered: (column: C) => boolean = () => true,
): SortControl<C> {
  const [first] = all
  const [stored, store] = useStoredChoice<string>(key, [toText(first), ...all.map(toText)])
  const orders = all.filter(({ column }) => isOffered(column))
  const sort = orders.find((order) => toText(order) === stored) ?? first
  return { orders, sort, isDefault: sort === first, onChange: (next) => store(toText(next)) }
}

/** "name ascending": the value of an option, and what is stored. */
export function toText({ column, direction }: BoardSort<string>): string {
  return `${column} ${direction}`
}
