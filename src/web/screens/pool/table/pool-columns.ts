import { type SortColumn, useBoardSort } from '#web/board/board-sort.ts'

export type PoolColumn =
  | 'pos'
  | 'name'
  | 'golfer-a'
  | 'golfer-b'
  | 'golfer-c'
  | 'golfer-d'
  | 'to-par'
  | 'tie-1'
  | 'tie-2'

function toColumn(column: PoolColumn, ascending: string, descending: string): SortColumn<PoolColumn> {
  return { column, first: 'ascending', ascending, descending }
}

const columns = [
  toColumn('pos', 'Standings', 'Standings, last first'),
  toColumn('name', 'Name, A to Z', 'Name, Z to A'),
  toColumn('golfer-a', 'Golfer A, best first', 'Golfer A, worst first'),
  toColumn('golfer-b', 'Golfer B, best first', 'Golfer B, worst first'),
  toColumn('golfer-c', 'Golfer C, best first', 'Golfer C, worst first'),
  toColumn('golfer-d', 'Golfer D, best first', 'Golfer D, worst first'),
  toColumn('to-par', 'To Par, lowest first', 'To Par, highest first'),
  toColumn('tie-1', 'Tie 1, lowest first', 'Tie 1, highest first'),
  toColumn('tie-2', 'Tie 2, lowest first', 'Tie 2, highest first'),
] as const

/** The stored order of the pool. It can be sorted by answers only while their columns are shown. */
export function usePoolSort(showTiebreakers: boolean) {
  return useBoardSort<PoolColumn>('pool-sort', columns, (column) => showTiebreakers || !column.startsWith('tie-'))
}

/** In a pool of more rows, the column of places is wider. */
export const mostShortPlaces = 999
