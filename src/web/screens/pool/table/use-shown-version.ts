import { startTransition, useEffect, useState } from 'react'
import type { RowKey } from '#web/board/board-order.ts'
import type { BoardVersion } from '#web/board/board-version.ts'
import { rowParts } from '#web/board/row-slot.ts'
import { afterFrame } from '#web/time/after-frame.ts'
import type { RefreshRows } from './refresh-rows.ts'

/** A refresh that is being shown, and its rows for which a step has been taken. */
type Progress = {
  /** A newer version waits until this one is shown. */
  readonly version: BoardVersion | null
  /** The parts of each row that comes in. */
  readonly entered: ReadonlyMap<RowKey, number>
  readonly changed: ReadonlySet<RowKey>
  readonly moved: ReadonlySet<RowKey>
}

const begin: Progress = { version: null, entered: new Map(), changed: new Set(), moved: new Set() }
/** Rows whose content changes in one frame. */
const changesPerFrame = 2

/**
 * The version on the screen. What the viewer has asked for, such as another order, is shown at once. A refresh is shown in
 * several short frames instead of a long one: the rows that come in are prepared below the others, then the content of the
 * rows changes, a few rows at a time from the top, and then they move to their lines one after the other. A row never shows
 * numbers of two versions.
 */
export function useShownVersion(latest: BoardVersion) {
  const [{ shown, progress }, setState] = useState({ shown: latest, progress: begin })
  const isRefresh = latest.order !== shown.order && latest.order.view === shown.order.view
  const isNext = isRefresh && document.visibilityState !== 'hidden'
  const isOutdated = latest.order !== shown.order || latest.renderRow !== shown.renderRow
  if (isOutdated && !isNext) setState({ shown: latest, progress: begin })
  return { shown, next: isNext ? (progress.version ?? latest) : null, progress, setState }
}

/** Takes a step a frame until the next version is shown. */
export function useSteps({ next, progress, setState }: ReturnType<typeof useShownVersion>, rows: RefreshRows): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step for each progress; which rows it concerns depends on the window.
  useEffect(() => {
    if (next === null) return
    const after = toNextStep({ ...progress, version: next }, rows)
    return afterFrame(() => {
      startTransition(() =>
        setState(({ shown }) => (after === null ? { shown: next, progress: begin } : { shown, progress: after })),
      )
    })
  }, [next, progress])
}

/** Null if the refresh is complete. */
function toNextStep(progress: Progress, { entering, changing, moving }: RefreshRows): Progress | null {
  const { entered, changed, moved } = progress
  const partsOf = (key: RowKey) => entered.get(key) ?? 0
  const next = entering.find((key) => partsOf(key) < rowParts)
  if (next !== undefined) return { ...progress, entered: new Map(entered).set(next, partsOf(next) + 1) }
  const changes = changing.filter((key) => !changed.has(key)).slice(0, changesPerFrame)
  if (changes.length > 0) return { ...progress, changed: new Set([...changed, ...changes]) }
  const move = moving.find((key) => !moved.has(key))
  return move === undefined ? null : { ...progress, moved: new Set([...moved, move]) }
}
