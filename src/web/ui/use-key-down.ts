import { useEffect } from 'react'

/** Calls `handle` for every key that is pressed on the page. */
export function useKeyDown(handle: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  })
}
