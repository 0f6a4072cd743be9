import type { ReactNode } from 'react'
import type { BoardOrder } from './board-order.ts'
import type { RowSlot } from './row-slot.ts'

/** One version of a board: the order of its rows, and how to render them. */
export type BoardVersion = {
  readonly order: BoardOrder
  /** Returns a `tr` with `data-key`. All rows have one height, which the table sets as `--row-height`. */
  readonly renderRow: (line: number, slot?: RowSlot) => ReactNode
}
