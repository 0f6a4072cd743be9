import { useDeferredValue, useMemo } from 'react'
import type { Standings } from '#domain/standings/standings.ts'
import type { BoardOrder } from '#web/board/board-body.tsx'
import type { SortControl } from '#web/board/board-sort.ts'
import type { PoolColumn } from './pool-columns.ts'
import type { PoolMatches } from './pool-search.ts'
import { sortLines } from './pool-sort.ts'

export type PoolOrder = BoardOrder & {
  /** The line in the standings of a line that is shown. */
  readonly standingLineAt: (line: number) => number
}

type Input = {
  standings: Standings
  /** Shows only the matching rows; null shows all. */
  matches: PoolMatches | null
  control: SortControl<PoolColumn>
  /** Whether there is something to sort by. */
  isSortable: boolean
  showTiebreakers: boolean
}

/** The rows to show, their order, and the sorting of the headings; null if there is nothing to sort by. */
export function usePoolOrder({ standings, matches, control: chosen, isSortable, showTiebreakers }: Input) {
  // The menu responds immediately, and the table follows.
  const sort = useDeferredValue(chosen.sort)
  const control = { ...chosen, sort, isDefault: sort === chosen.orders[0] }
  const isSorted = isSortable && !control.isDefault
  const lines = useMemo(
    () => (isSorted ? sortLines(standings, sort) : listLines(standings)),
    [standings, isSorted, sort],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows slide within one view only, which these make up.
  const view = useMemo(() => ({}), [standings.pool, matches, isSorted, sort, showTiebreakers])
  const order = useMemo(() => toOrder(standings, lines, matches, view), [standings, lines, matches, view])
  return { order, headings: isSortable ? control : null }
}

/** The lines of the standings as they are. */
export function listLines({ size }: Standings): Uint32Array {
  return new Uint32Array(size).map((_, line) => line)
}

/** The lines of the standings in this order; with a search, only the matching ones. */
export function toOrder(
  { size, ranking: { rowAtLine } }: Standings,
  sorted: Uint32Array,
  matches: PoolMatches | null,
  view: unknown,
): PoolOrder {
  const lines = matches === null ? sorted : sorted.filter((line) => matches.rows[rowAtLine[line] ?? -1] === 1)
  const lineOfRow = new Int32Array(size).fill(-1)
  lines.forEach((standingLine, line) => {
    lineOfRow[rowAtLine[standingLine] ?? -1] = line
  })
  return {
    size: lines.length,
    lineOf: (key) => {
      const line = lineOfRow[Number(key)] ?? -1
      return line < 0 ? undefined : line
    },
    view,
    standingLineAt: (line) => lines[line] ?? -1,
  }
}
