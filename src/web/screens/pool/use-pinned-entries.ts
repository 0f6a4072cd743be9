import { useState } from 'react'

const key = 'pool-own-entries'

/** Whether the viewer’s own entries stay in view. On by default, and stored in the browser. */
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

// Storage may be disabled; the choice then lasts as long as the page.
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
