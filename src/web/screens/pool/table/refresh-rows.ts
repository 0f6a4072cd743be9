import type { BoardOrder, RowKey } from '#web/board/board-order.ts'

/** The lines that are rendered, and which of them the window shows. */
export type WindowLines = { readonly lines: readonly number[]; readonly isInWindow: (line: number) => boolean }

/** The rows that a refresh concerns, each list from the top. */
export type RefreshRows = {
  /** They are rendered at one of the lines in the next version, and not yet in this one. */
  readonly entering: readonly RowKey[]
  /** They are rendered in this version. Those that the window does not show come first. */
  readonly changing: readonly RowKey[]
  /** The viewer sees them move to another line. */
  readonly moving: readonly RowKey[]
}

export function listRefreshRows(shown: BoardOrder, next: BoardOrder, windowLines: WindowLines): RefreshRows {
  const { lines, isInWindow } = windowLines
  const rendered = new Set(lines.map(shown.keyAt))
  const nextLines = lines.filter((line) => line < next.size)
  const isMoving = (line: number) => {
    const before = shown.lineOf(next.keyAt(line)) ?? -1
    return before !== line && (isInWindow(before) || isInWindow(line))
  }
  const outside = lines.filter((line) => !isInWindow(line))
  return {
    entering: nextLines.map(next.keyAt).filter((key) => !rendered.has(key)),
    changing: [...outside, ...lines.filter(isInWindow)].map(shown.keyAt),
    moving: nextLines.filter(isMoving).map(next.keyAt),
  }
}
