import { toSortOrders, useBoardSort } from '#web/board/board-sort.ts'

const orders = toSortOrders(
  ['pos', 'Standings', 'Standings, last first'],
  ['name', 'Name, A to Z', 'Name, Z to A'],
  ['golfer-a', 'Golfer A, best first', 'Golfer A, worst first'],
  ['golfer-b', 'Golfer B, best first', 'Golfer B, worst first'],
  ['golfer-c', 'Golfer C, best first', 'Golfer C, worst first'],
  ['golfer-d', 'Golfer D, best first', 'Golfer D, worst first'],
  ['to-par', 'To Par, lowest first', 'To Par, highest first'],
  ['tie-1', 'Tie 1, lowest first', 'Tie 1, highest first'],
  ['tie-2', 'Tie 2, lowest first', 'Tie 2, highest first'],
)

export type PoolColumn = (typeof orders)[number]['column']

/** The stored order of the pool. It can be sorted by answers only while their columns are shown. */
export function usePoolSort(showTiebreakers: boolean) {
  return useBoardSort('pool-sort', orders, (column) => showTiebreakers || !column.startsWith('tie-'))
}

/** In a pool of more rows, the column of places is wider. */
export const mostShortPlaces = 999
