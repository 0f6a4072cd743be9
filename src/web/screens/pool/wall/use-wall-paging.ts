import { useEffect, useState } from 'react'

/** Long enough to find a name among a dozen from across a room. */
const pageMs = 12_000

/**
 * Advances one step per page time. Space pauses and the arrow keys step, so that readers can take the time they need
 * (WCAG 2.2.2).
 */
export function useWallPaging(): { readonly step: number; readonly isPaused: boolean } {
  const [step, setStep] = useState(0)
  const [isPaused, setIsPaused] = useState(false)

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === ' ') setIsPaused((current) => !current)
      else if (event.key === 'ArrowRight') setStep((current) => current + 1)
      else if (event.key === 'ArrowLeft') setStep((current) => current - 1)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])

  // A manual step restarts the timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => setStep((current) => current + 1), pageMs)
    return () => clearTimeout(timer)
  }, [isPaused, step])

  return { step, isPaused }
}

/** One page of a long board: `page` of `pages`, from 0, with the lines `first` to `end`. */
type WallPage = {
  readonly page: number
  readonly pages: number
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** The page at a step (0, 1, 2 …); after the last page comes the first. Negative steps go backwards. */
export function toWallPage(size: number, linesPerPage: number, step: number): WallPage {
  const perPage = Math.max(1, linesPerPage)
  const pages = Math.max(1, Math.ceil(size / perPage))
  const page = ((step % pages) + pages) % pages
  const first = page * perPage
  return { page, pages, first, end: Math.min(size, first + perPage) }
}
