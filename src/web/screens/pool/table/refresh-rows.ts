import type { BoardOrder } from '#web/board/board-order.ts'
import type { RowKey } from './row-sequence.ts'

/** The lines that are rendered, and which of them the window shows. */
export type WindowLines = { readonly lines: readonly number[]; readonly isInWindow: (line: number) => boolean }

/** The rows that a refresh concerns. */
export type RefreshRows = {
  /** They are rendered at one of the lines in the next version, and not yet in this one. */
  readonly entering: readonly RowKey[]
  /** They are rendered, and the window does not show them. */
  readonly outside: readonly RowKey[]
  /** The viewer sees them move to another line. From the top. */
  readonly moving: readonly RowKey[]
}

export function listRefreshRows(shown: BoardOrder, next: BoardOrder, windowLines: WindowLines): RefreshRows {
  const { lines, isInWindow } = windowLines
  const rendered = new Set(lines.map(shown.keyAt))
  const nextLines = lines.filter((line) => line < next.size)
  const isMoving = (line: number) => {
    const before = shown.lineOf(String(next.keyAt(line))) ?? -1
    return before !== line && (isInWindow(before) || isInWindow(line))
  }
  return {
    entering: nextLines.map(next.keyAt).filter((key) => !rendered.has(key)),
    outside: lines.filter((line) => !isInWindow(line)).map(shown.keyAt),
    moving: nextLines.filter(isMoving).map(next.keyAt),
  }
}
