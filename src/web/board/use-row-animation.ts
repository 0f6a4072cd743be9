import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { BoardOrder } from './board-order.ts'

const animationOptions: KeyframeAnimationOptions = { duration: 320, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/**
 * Moves rows from where they stood to where they stand when the order changes; scrolling changes nothing. Rows are of
 * one height, so that nothing has to be measured before. A row from afar comes in from the edge of the window.
 */
export function useRowAnimation(body: RefObject<HTMLElement | null>, order: BoardOrder): void {
  const shown = useRef(order)
  const bodyHeight = useHeight(body)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = order
    if (before === order || before.view !== order.view) return
    if (body.current === null || prefersReducedMotion()) return
    const height = bodyHeight.current / order.size
    for (const row of body.current.querySelectorAll<HTMLElement>(':scope > [data-key]')) {
      const key = row.dataset['key'] ?? ''
      const from = before.lineOf(key)
      const to = order.lineOf(key)
      if (from !== undefined && to !== undefined && from !== to) slide(row, (from - to) * height)
    }
  }, [body, order, bodyHeight])
}

/** As the browser tells it after laying the page out: to ask in between is to have it laid out once more. */
function useHeight(element: RefObject<HTMLElement | null>): RefObject<number> {
  const height = useRef(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      height.current = entry?.contentRect.height ?? 0
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return height
}

function slide(row: HTMLElement, distance: number): void {
  const farthest = window.innerHeight
  const start = Math.max(-farthest, Math.min(farthest, distance))
  row.animate([{ transform: `translateY(${start}px)` }, { transform: 'none' }], animationOptions)
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
