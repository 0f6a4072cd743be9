import { useDeferredValue, useMemo } from 'react'
import type { Standings } from '#domain/standings/standings.ts'
import type { BoardOrder } from '#web/board/board-order.ts'
import { type SortControl, withSort } from '#web/board/board-sort.ts'
import type { PoolColumn } from './pool-columns.ts'
import { listMatchedLines, type PoolMatches } from './pool-matches.ts'
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
  const control = withSort(chosen, useDeferredValue(chosen.sort))
  const sort = isSortable && !control.isDefault ? control.sort : null
  const { column, direction } = sort ?? {}
  const sorted = useMemo(() => {
    if (column === undefined || direction === undefined) return null
    return sortLines(standings, { column, direction })
  }, [standings, column, direction])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows slide within one view only, which these make up.
  const view = useMemo(() => ({}), [standings.pool, matches, column, direction, showTiebreakers])
  const order = useMemo(() => {
    const lines = matches === null ? sorted : listMatchedLines(standings, matches, sorted)
    return lines === null ? toStandingsOrder(standings, view) : toOrder(standings, lines, view)
  }, [standings, sorted, matches, view])
  return { order, headings: isSortable ? control : null }
}

function toStandingsOrder({ size, ranking: { lineOfRow } }: Standings, view: unknown): PoolOrder {
  return {
    size,
    lineOf: (key) => lineOfRow[Number(key)],
    view,
    standingLineAt: (line) => line,
  }
}

/** The lines of the standings in this order. */
export function toOrder({ size, ranking: { rowAtLine } }: Standings, lines: Uint32Array, view: unknown): PoolOrder {
  const rowOf = (line: number) => rowAtLine[lines[line] ?? -1] ?? -1
  const lineOfRow = new Int32Array(size).fill(-1)
  for (let line = 0; line < lines.length; line += 1) lineOfRow[rowOf(line)] = line
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
