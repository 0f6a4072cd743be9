import { useSyncExternalStore } from 'react'

/** The titles of the sections that are open. They stay open as long as the page. */
let titles: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setSectionOpen(title: string, isOpen: boolean): void {
  const next = new Set(titles)
  next[isOpen ? 'add' : 'delete'](title)
  titles = next
  for (const listener of listeners) listener()
}

export function useIsSectionOpen(title: string): boolean {
  return useSyncExternalStore(subscribe, () => titles.has(title))
}
