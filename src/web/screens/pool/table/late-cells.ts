import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Standings } from '#domain/standings/standings.ts'

/** The standings that are on the screen. While a refresh is rendered, these are still the ones before it. */
export type DrawnStandings = RefObject<Standings>

export function useDrawnStandings(standings: Standings): DrawnStandings {
  const drawn = useRef(standings)
  useEffect(() => {
    drawn.current = standings
  }, [standings])
  return drawn
}

/**
 * Whether a row shows its golfers yet. On a slow phone, drawing many whole rows in one frame would block it: a row that a
 * refresh brings in begins with place, name and score, and its golfers follow within a few frames. A row that is there
 * already, or that the viewer has asked for by scrolling or searching, is complete at once.
 */
export function useLateCells(drawn: DrawnStandings, standings: Standings): boolean {
  const [isComplete, setIsComplete] = useState(() => drawn.current === standings)
  useEffect(() => {
    if (isComplete) return
    const complete = () => setIsComplete(true)
    waiting.add(complete)
    if (waiting.size === 1) nextStep(completeSome)
    return () => void waiting.delete(complete)
  }, [isComplete])
  return isComplete
}

const rowsPerStep = 3
const waiting = new Set<() => void>()

function completeSome(): void {
  for (const complete of [...waiting].slice(0, rowsPerStep)) {
    waiting.delete(complete)
    complete()
  }
  if (waiting.size > 0) nextStep(completeSome)
}

/** After the next frame. A hidden page draws none. */
function nextStep(action: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(action)
  else requestAnimationFrame(() => setTimeout(action))
}
