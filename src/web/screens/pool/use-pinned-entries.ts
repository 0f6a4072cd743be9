import { useState } from 'react'

const key = 'pool-own-entries'

/** Do the reader's own entries stay in view? Remembered by the browser; yes until he says no. */
export function usePinnedEntries(): [boolean, (isPinned: boolean) => void] {
  const [isPinned, setIsPinned] = useState(read)
  return [
    isPinned,
    (next) => {
      setIsPinned(next)
      write(next)
    },
  ]
}

// Storage may be switched off; then the choice lasts as long as the page.
function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'loose'
  } catch {
    return true
  }
}

function write(isPinned: boolean): void {
  try {
    localStorage.setItem(key, isPinned ? 'pinned' : 'loose')
  } catch {}
}
