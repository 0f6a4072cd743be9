import { useSyncExternalStore } from 'react'
import { readStored } from '#web/ui/stored-choice.ts'

export const tvDelayKey = 'tv-delay'

/** In seconds. */
export const tvDelays: readonly number[] = Array.from({ length: 61 }, (_, index) => 5 * index)

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
