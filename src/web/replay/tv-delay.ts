import { useSyncExternalStore } from 'react'
import { readStored } from '#web/ui/stored-choice.ts'

export const tvDelayKey = 'tv-delay'

/** How many seconds behind this browser's viewer wants scores, who watches on television (docs/rules.md, 7.10). */
export function readTvDelay(): number {
  return Number(readStored(tvDelayKey) ?? 0)
}

/** Changes at once, on every screen and in every tab. */
export function useTvDelay(): number {
  return useSyncExternalStore(subscribe, readTvDelay)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
