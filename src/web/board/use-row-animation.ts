import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { BoardOrder } from './board-order.ts'

const animationOptions: KeyframeAnimationOptions = { duration: 320, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/**
 * Slides the rows near the window from their old position to the new one when the order changes; scrolling does not. All
 * rows have about the same height, so nothing needs to be measured. A row from far away slides in from the edge of the
 * window.
 */
export function useRowAnimation(body: RefObject<HTMLElement | null>, order: BoardOrder): void {
  const shown = useRef(order)
  const bounds = useBounds(body)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = order
    if (before === order || before.view !== order.view) return
    if (body.current === null || prefersReducedMotion()) return
    const { top, height: bodyHeight } = bounds.current
    const height = bodyHeight / before.size
    const farthest = matchMedia(phone).matches ? farthestOnPhone : window.innerHeight
    const isNear = (line: number) => Math.abs(top + line * height - window.innerHeight / 2) < window.innerHeight
    for (const row of body.current.querySelectorAll<HTMLElement>(':scope > [data-key]')) {
      const key = row.dataset['key'] ?? ''
      const from = before.lineOf(key)
      const to = order.lineOf(key)
      if (from === undefined || to === undefined || from === to || !(isNear(from) || isNear(to))) continue
      const start = Math.max(-farthest, Math.min(farthest, (from - to) * height))
      // A row of `.slots` is positioned by its line.
      slide(row, start, row.dataset['slot'] === undefined ? 0 : to * height)
    }
  })
}

/** Where the element is in the window. Not measured in a layout effect, which would force another layout. */
function useBounds(element: RefObject<HTMLElement | null>): RefObject<{ top: number; height: number }> {
  const bounds = useRef({ top: 0, height: 0 })
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = () => {
      bounds.current = current.getBoundingClientRect()
    }
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    window.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
    }
  }, [element])
  return bounds
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
