import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { BoardOrder } from './board-order.ts'

const animationOptions: KeyframeAnimationOptions = { duration: 320, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/**
 * Slides rows from their old position to the new one when the order changes; scrolling does not. All rows have the same
 * height, so nothing needs to be measured. A row from far away slides in from the edge of the window.
 *
 * With `isInWindow`, rows are positioned by their line (`.slots`), and only those that start or end in the window slide.
 */
export function useRowAnimation(
  body: RefObject<HTMLElement | null>,
  order: BoardOrder,
  isInWindow?: (line: number) => boolean,
): void {
  const shown = useRef(order)
  const bodyHeight = useHeight(body)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = order
    if (before === order || before.view !== order.view) return
    if (body.current === null || prefersReducedMotion()) return
    const height = bodyHeight.current / before.size
    const farthest = matchMedia(phone).matches ? farthestOnPhone : window.innerHeight
    for (const row of body.current.querySelectorAll<HTMLElement>(':scope > [data-key]')) {
      const key = row.dataset['key'] ?? ''
      const from = before.lineOf(key)
      const to = order.lineOf(key)
      if (from === undefined || to === undefined || from === to) continue
      if (isInWindow && !isInWindow(from) && !isInWindow(to)) continue
      const start = Math.max(-farthest, Math.min(farthest, (from - to) * height))
      slide(row, start, isInWindow ? to * height : 0)
    }
  })
}

/** From a ResizeObserver, because reading the height in a layout effect would force another layout. */
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

/** On a phone, rows are tall and close together, and would cross each other's names: they only settle. */
const phone = '(max-width: 47.99rem)'
const farthestOnPhone = 6

/**
 * Animates the property that positions the rows of a large board: with a `transform` in addition, the browser would need
 * another layer and paint every row again.
 */
function slide(row: HTMLElement, start: number, rest: number): void {
  row.animate([{ translate: `0 ${rest + start}px` }, { translate: `0 ${rest}px` }], animationOptions)
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
