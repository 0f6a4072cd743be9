import { useSyncExternalStore } from 'react'
import { readStored } from '#web/ui/stored-choice.ts'

export const tvDelayKey = 'tv-delay'

/** In seconds. */
export const tvDelays: readonly number[] = [0, 10, 20, 30, 45, 60, 90, 120, 180, 300]

/** How many seconds behind this browser's viewer wants scores, who watches on television (docs/rules.md, 7.10). */
export function readTvDelay(): number {
  const stored = readStored(tvDelayKey)
  return tvDelays.find((delay) => String(delay) === stored) ?? 0
}

/** Changes at once, on every screen and in every tab. */
export function useTvDelay(): number {
  return useSyncExternalStore(subscribe, readTvDelay)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
