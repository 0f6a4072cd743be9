import { useMemo } from 'react'
import { useStoredChoice } from '#web/ui/stored-choice.ts'

export type SortDirection = 'ascending' | 'descending'

export type SortColumn<C extends string> = {
  readonly column: C
  /** The direction of the first click. */
  readonly first: SortDirection
  /** The menu's labels, by direction. */
  readonly ascending: string
  readonly descending: string
}

/** The column and direction by which a board is sorted. */
export type BoardSort<C extends string> = { readonly column: C; readonly direction: SortDirection }

export type SortControl<C extends string> = {
  readonly columns: readonly SortColumn<C>[]
  readonly sort: BoardSort<C>
  /** The default order, which is the first column's. */
  readonly isDefault: boolean
  readonly onChange: (sort: BoardSort<C>) => void
}

/**
 * The order of a board, stored in this browser. The first column is the default. A stored choice whose column is hidden
 * takes effect again when the column returns.
 */
export function useBoardSort<C extends string>(
  key: string,
  allColumns: readonly [SortColumn<C>, ...SortColumn<C>[]],
  isOffered: (column: C) => boolean = () => true,
): SortControl<C> {
  const [first] = allColumns
  const sorts = useMemo(() => [toFirstSort(first), ...allColumns.flatMap(toSorts)] as const, [first, allColumns])
  const [stored, store] = useStoredChoice<string>(key, [toText(sorts[0]), ...sorts.map(toText)])
  const sort = sorts.find((offer) => isOffered(offer.column) && toText(offer) === stored) ?? sorts[0]
  return {
    columns: allColumns.filter(({ column }) => isOffered(column)),
    sort,
    isDefault: sort === sorts[0],
    onChange: (next) => store(toText(next)),
  }
}

/** The sort after a click on a column's heading: its first direction, then the other one. */
export function toNextSort<C extends string>({ columns, sort }: SortControl<C>, column: C): BoardSort<C> {
  const first = columns.find((known) => known.column === column)?.first ?? 'ascending'
  if (sort.column !== column) return { column, direction: first }
  return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Both orders of a column, the usual one first. */
export function toSorts<C extends string>({ column, first }: SortColumn<C>): BoardSort<C>[] {
  const other = first === 'ascending' ? 'descending' : 'ascending'
  return [
    { column, direction: first },
    { column, direction: other },
  ]
}

/** "name ascending": the value of an option, and what is stored. */
export function toText({ column, direction }: BoardSort<string>): string {
  return `${column} ${direction}`
}

function toFirstSort<C extends string>({ column, first }: SortColumn<C>): BoardSort<C> {
  return { column, direction: first }
}

/** The control with the order that the board currently has; null for the default order. */
export function withSort<C extends string>(control: SortControl<C>, sort: BoardSort<C> | null): SortControl<C> {
  const [first] = control.columns
  if (sort === control.sort || first === undefined) return control
  const initial = toFirstSort(first)
  return { ...control, sort: sort ?? initial, isDefault: sort === null || toText(sort) === toText(initial) }
}
