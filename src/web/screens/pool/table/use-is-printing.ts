import { useSyncExternalStore } from 'react'

/** True while the page is printed, when every row must be rendered. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}

let isPrinting = false

function subscribe(listener: () => void): () => void {
  const setPrinting = (printing: boolean) => () => {
    isPrinting = printing
    listener()
  }
  const before = setPrinting(true)
  const after = setPrinting(false)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
