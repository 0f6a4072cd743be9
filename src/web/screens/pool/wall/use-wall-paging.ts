import { useEffect, useState } from 'react'
import { useKeyDown } from '#web/ui/use-key-down.ts'

/** Long enough to find a name among a dozen from across a room. */
const pageMs = 12_000

/**
 * Advances one step per page time. Space pauses and the arrow keys step, so that readers can take the time they need
 * (WCAG 2.2.2).
 */
export function useWallPaging(): { readonly step: number; readonly isPaused: boolean } {
  const [step, setStep] = useState(0)
  const [isPaused, setIsPaused] = useState(false)

  useKeyDown((event) => {
    if (event.key === ' ') setIsPaused((current) => !current)
    else if (event.key === 'ArrowRight') setStep((current) => current + 1)
    else if (event.key === 'ArrowLeft') setStep((current) => current - 1)
    else return
    event.preventDefault()
  })

  // A manual step restarts the timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => setStep((current) => current + 1), pageMs)
    return () => clearTimeout(timer)
  }, [isPaused, step])

  return { step, isPaused }
}

/** A cycle lasts at most a minute. */
const maxPagesPerCycle = Math.floor(60_000 / pageMs)

type Board = { size: number; linesPerPage: number; hasMovers: boolean }

/**
 * The page at a step (0, 1, 2 …; negative steps go backwards), from 0 in its cycle of `pages`. It shows the lines `first` to
 * `end` (exclusive), or the rows that have moved most. Every cycle begins with the leaders and the movers. If
 * the other lines do not fit in it, the next cycle continues with them.
 */
export function toWallPage({ size, linesPerPage, hasMovers }: Board, step: number) {
  const perPage = Math.max(1, linesPerPage)
  const linePages = Math.max(1, Math.ceil(size / perPage))
  const linesAt = (page: number) =>
    ({ kind: 'lines', first: page * perPage, end: Math.min(size, (page + 1) * perPage) }) as const
  if (linePages === 1) return { page: 0, pages: 1, content: linesAt(0) }
  const openings = hasMovers ? 2 : 1
  const others = linePages - 1
  const othersPerCycle = Math.min(others, maxPagesPerCycle - openings)
  const pages = openings + othersPerCycle
  const page = modulo(step, pages)
  if (page === 0) return { page, pages, content: linesAt(0) }
  if (page < openings) return { page, pages, content: { kind: 'movers' } as const }
  const cycle = Math.floor(step / pages)
  return { page, pages, content: linesAt(1 + modulo(cycle * othersPerCycle + page - openings, others)) }
}

function modulo(number: number, by: number): number {
  return ((number % by) + by) % by
}
