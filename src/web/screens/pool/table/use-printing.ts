import { useSyncExternalStore } from 'react'

/** Is the page being printed? Then it has to stand there whole. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}

let isPrinting = false

function subscribe(listener: () => void): () => void {
  const note = (printing: boolean) => () => {
    isPrinting = printing
    listener()
  }
  const before = note(true)
  const after = note(false)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
