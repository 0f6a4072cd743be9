import { startTransition, useEffect, useState } from 'react'
import type { BoardVersion } from '#web/board/board-version.ts'
import { afterFrame } from '#web/time/after-frame.ts'
import type { RowKey } from './row-sequence.ts'

/** A refresh that is being shown: how many of its rows are prepared, and whether the rows in the window have its content. */
type Progress = { readonly ready: number; readonly hasContent: boolean }

const begin: Progress = { ready: 0, hasContent: false }

/**
 * The version on the screen. What the viewer has asked for, such as another order, is shown at once. A refresh is shown in
 * several short frames instead of a long one, and rows of two versions never stand side by side: first the rows that come in
 * are prepared below the others and those outside the window get their content, then all rows in the window get theirs, and
 * then they move to their lines.
 */
export function useShownVersion(latest: BoardVersion) {
  const [{ shown, progress }, setState] = useState({ shown: latest, progress: begin })
  const isRefresh = latest.order !== shown.order && latest.order.view === shown.order.view
  const isNext = isRefresh && document.visibilityState !== 'hidden'
  const isOutdated = latest.order !== shown.order || latest.renderRow !== shown.renderRow
  if (isOutdated && !isNext) setState({ shown: latest, progress: begin })
  return { shown, next: isNext ? latest : null, progress, setState }
}

/** Takes a step a frame until the next version is shown. Which rows are prepared depends on where the window is now. */
export function useSteps(
  { next, progress, setState }: ReturnType<typeof useShownVersion>,
  entering: readonly RowKey[],
  outside: readonly RowKey[],
) {
  const { ready, hasContent } = progress
  const rows = [...entering, ...outside]
  const isReady = ready >= rows.length
  useEffect(() => {
    if (next === null) return
    return afterFrame(() => {
      startTransition(() =>
        setState(({ shown }) => {
          if (!isReady) return { shown, progress: { ready: ready + 1, hasContent } }
          if (!hasContent) return { shown, progress: { ready, hasContent: true } }
          return { shown: next, progress: begin }
        }),
      )
    })
  }, [next, ready, isReady, hasContent, setState])
  return { hasContent, prepared: new Set(rows.slice(0, ready)) }
}
