import { useMemo } from 'react'
import { useStoredChoice } from '#web/ui/stored-choice.ts'

export type SortDirection = 'ascending' | 'descending'

export type SortColumn<C extends string> = {
  readonly column: C
  /** The direction of the first click. */
  readonly first: SortDirection
  /** What the menu says, by direction. */
  readonly ascending: string
  readonly descending: string
}

/** What the rows of a board are ordered by. */
export type BoardSort<C extends string> = { readonly column: C; readonly direction: SortDirection }

export type SortControl<C extends string> = {
  readonly columns: readonly SortColumn<C>[]
  readonly sort: BoardSort<C>
  /** The order of the rules, which is the first column's. */
  readonly isDefault: boolean
  readonly onChange: (sort: BoardSort<C>) => void
}

/**
 * The order of a board, remembered in this browser. The first column is the default. A choice that is not among the
 * columns now, such as a hidden one, waits until it is again.
 */
export function useBoardSort<C extends string>(
  key: string,
  allColumns: readonly [SortColumn<C>, ...SortColumn<C>[]],
  isOffered: (column: C) => boolean = () => true,
): SortControl<C> {
  const [first] = allColumns
  const sorts = useMemo(() => [toFirstSort(first), ...allColumns.flatMap(toSorts)] as const, [first, allColumns])
  const [stored, store] = useStoredChoice<string>(key, [toText(sorts[0]), ...sorts.map(toText)])
  const sort = sorts.find((each) => isOffered(each.column) && toText(each) === stored) ?? sorts[0]
  return {
    columns: allColumns.filter(({ column }) => isOffered(column)),
    sort,
    isDefault: sort === sorts[0],
    onChange: (next) => store(toText(next)),
  }
}

/** What a click on a column's heading leads to: its first direction, then the other one. */
export function toNextSort<C extends string>({ columns, sort }: SortControl<C>, column: C): BoardSort<C> {
  const first = columns.find((each) => each.column === column)?.first ?? 'ascending'
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

/** The control while the board is still in another order than the chosen one; null for the default order. */
export function withSort<C extends string>(control: SortControl<C>, sort: BoardSort<C> | null): SortControl<C> {
  const [first] = control.columns
  if (sort === control.sort || first === undefined) return control
  const initial = toFirstSort(first)
  return { ...control, sort: sort ?? initial, isDefault: sort === null || toText(sort) === toText(initial) }
}
