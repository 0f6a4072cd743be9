import { useEffect, useState } from 'react'

/** Long enough to find a name among a dozen, from across a room. */
const pageMs = 12_000

/**
 * Counts the steps of going round the pages. Space holds and lets go, the arrows step: a screen on a wall may have a
 * keyboard somewhere, and who needs more time to read must be able to take it.
 */
export function useWallPaging(): { readonly step: number; readonly isPaused: boolean } {
  const [step, setStep] = useState(0)
  const [isPaused, setIsPaused] = useState(false)

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === ' ') setIsPaused((held) => !held)
      else if (event.key === 'ArrowRight') setStep((shown) => shown + 1)
      else if (event.key === 'ArrowLeft') setStep((shown) => shown - 1)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])

  // A step by hand begins the page's time anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => setStep((shown) => shown + 1), pageMs)
    return () => clearTimeout(timer)
  }, [isPaused, step])

  return { step, isPaused }
}
