import { startTransition, useEffect, useState } from 'react'
import type { BoardVersion } from '#web/board/board-version.ts'
import { afterFrame } from '#web/time/after-frame.ts'
import type { RefreshRows } from './refresh-rows.ts'

/** A refresh that is being shown: which of its steps have been taken. */
type Progress = {
  readonly prepared: number
  /** The version whose content the rows in the window have. From then on, a newer one waits until it is shown. */
  readonly content: BoardVersion | null
  readonly moved: number
}

const begin: Progress = { prepared: 0, content: null, moved: 0 }
/** Rows that start to move in one frame. */
const movesPerFrame = 2

/**
 * The version on the screen. What the viewer has asked for, such as another order, is shown at once. A refresh is shown in
 * several short frames instead of a long one, and rows of two versions never stand side by side: first the rows that come in
 * are prepared below the others and those outside the window get their content, then all rows in the window get theirs, and
 * then they move to their lines, a few at a time.
 */
export function useShownVersion(latest: BoardVersion) {
  const [{ shown, progress }, setState] = useState({ shown: latest, progress: begin })
  const isRefresh = latest.order !== shown.order && latest.order.view === shown.order.view
  const isNext = isRefresh && document.visibilityState !== 'hidden'
  const isOutdated = latest.order !== shown.order || latest.renderRow !== shown.renderRow
  if (isOutdated && !isNext) setState({ shown: latest, progress: begin })
  return { shown, next: isNext ? (progress.content ?? latest) : null, progress, setState }
}

/** Takes a step a frame until the next version is shown. Which rows are prepared depends on where the window is now. */
export function useSteps(
  { next, progress, setState }: ReturnType<typeof useShownVersion>,
  { entering, outside, moving }: RefreshRows,
) {
  // A row takes two steps to come in: the first renders half of its cells.
  const preparations = [...entering.flatMap((key) => [key, key]), ...outside]
  const isPrepared = progress.prepared >= preparations.length
  const isHalfway = progress.prepared % 2 === 1
  const haveMoved = progress.moved >= moving.length
  useEffect(() => {
    if (next === null) return
    return afterFrame(() => {
      startTransition(() =>
        setState(({ shown }) => {
          if (progress.content !== null && haveMoved) return { shown: next, progress: begin }
          return { shown, progress: toNextStep(progress, isPrepared ? next : null) }
        }),
      )
    })
  }, [next, progress, isPrepared, haveMoved, setState])
  return {
    hasContent: progress.content !== null,
    prepared: new Set(preparations.slice(0, progress.prepared)),
    partial: isHalfway ? entering[(progress.prepared - 1) / 2] : undefined,
    moved: new Set(moving.slice(0, progress.moved)),
  }
}

function toNextStep(progress: Progress, content: BoardVersion | null): Progress {
  if (content === null) return { ...progress, prepared: progress.prepared + 1 }
  if (progress.content === null) return { ...progress, content }
  return { ...progress, moved: progress.moved + movesPerFrame }
}
