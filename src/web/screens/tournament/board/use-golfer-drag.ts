import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import type { Tier } from '#domain/tournament/tournament.ts'
import type { RosterLine } from '#web/screens/tournament/roster/roster.ts'

/** The drop position: before the line of a name, or at the end. */
export type DropTarget = { readonly tier: Tier; readonly before: string | null }

export type DragRules = {
  /** Elsewhere there is no target. */
  mayMoveTo: (line: RosterLine, tier: Tier) => boolean
  onDrop: (line: RosterLine, target: DropTarget) => void
  onRefused: (line: RosterLine) => void
}

export type GolferDrag = { readonly line: RosterLine; readonly target: DropTarget | null }

/** A shorter movement is a click. */
const minDistance = 6
const scrollZone = 40
const scrollStep = 14

/**
 * Drags a line with a mouse or pen. Touch scrolls; touch users have "Move to". Columns have the attribute
 * `data-board-tier`, their lines `data-board-name`.
 */
export function useGolferDrag({ mayMoveTo, onDrop, onRefused }: DragRules) {
  const [drag, setDrag] = useState<GolferDrag | null>(null)
  /** Follows the pointer without a render. */
  const ghost = useRef<HTMLDivElement>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  function start(event: ReactPointerEvent, line: RosterLine): void {
    if (event.pointerType === 'touch' || event.button !== 0) return
    const from = { x: event.clientX, y: event.clientY }
    let current: GolferDrag | null = null
    let isRefused = false

    function move({ clientX: x, clientY: y }: PointerEvent): void {
      if (current === null && Math.hypot(x - from.x, y - from.y) < minDistance) return
      const found = findTarget(x, y, line)
      isRefused = found !== null && !mayMoveTo(line, found.tier)
      const target = isRefused ? null : found
      if (current === null || !isSame(current.target, target)) {
        current = { line, target }
        setDrag(current)
      }
      ghost.current?.style.setProperty('transform', `translate(${x + 12}px, ${y + 12}px)`)
    }
    function end(isDropped: boolean): void {
      stop.current()
      setDrag(null)
      if (!isDropped || current === null) return
      if (current.target !== null) onDrop(line, current.target)
      else if (isRefused) onRefused(line)
    }
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && end(false)
    const listeners = new AbortController()
    const { signal } = listeners
    stop.current = () => listeners.abort()
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', () => end(true), { signal })
    window.addEventListener('pointercancel', () => end(false), { signal })
    window.addEventListener('keydown', press, { signal })
  }

  return { drag, ghost, start }
}

function findTarget(x: number, y: number, { name, tier }: RosterLine): DropTarget | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-board-tier]')
  const list = column?.querySelector('ul')
  if (!column || !list) return null
  scrollNearEdge(list, y)
  const over = Number(column.dataset['boardTier']) as Tier
  const before = [...list.querySelectorAll<HTMLElement>('[data-board-name]')]
    .filter(({ dataset }) => over !== tier || dataset['boardName'] !== name)
    .find((row) => {
      const { top, height } = row.getBoundingClientRect()
      return y < top + height / 2
    })
  return { tier: over, before: before?.dataset['boardName'] ?? null }
}

function scrollNearEdge(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + scrollZone) list.scrollTop -= scrollStep
  else if (y > bottom - scrollZone) list.scrollTop += scrollStep
}

function isSame(target: DropTarget | null, other: DropTarget | null): boolean {
  return target?.tier === other?.tier && target?.before === other?.before
}
