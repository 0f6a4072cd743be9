import { startTransition, useEffect, useState } from 'react'

/** One visit to a URL. */
export type Visit = {
  readonly path: string
  /** Every visit has its own number, even to the same URL. */
  readonly number: number
  /** Whether a link led here, not a redirect or the browser's own Back, Forward or Reload. */
  readonly isByLink: boolean
}

const listeners = new Set<() => void>()

let address = readAddress()
let latest: Visit = { path: location.pathname, number: 0, isByLink: false }

// The router dispatches events named after the history functions that it calls.
for (const event of ['pushState', 'replaceState', 'popstate']) addEventListener(event, noteVisit)

function noteVisit({ type }: Event): void {
  // A hash link within the page.
  if (type === 'popstate' && address === readAddress()) return
  address = readAddress()
  latest = { path: location.pathname, number: latest.number + 1, isByLink: type === 'pushState' }
  startTransition(() => {
    for (const listener of listeners) listener()
  })
}

function readAddress(): string {
  return location.pathname + location.search
}

/** The visit whose screen is shown. */
export function useVisit(): Visit {
  return useAddress(readVisit)
}

function readVisit(): Visit {
  return latest
}

/**
 * The value that `read` finds in the URL. The page follows it as a transition: input shows immediately, and the current
 * content stays until the next is ready. `read` must be a stable function.
 */
export function useAddress<T extends Visit | string>(read: () => T): T {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const update = () => setValue(read())
    update()
    listeners.add(update)
    return () => {
      listeners.delete(update)
    }
  }, [read])
  return value
}

/** The query of the address, for the router: `useSearchParams` follows it as a transition. */
export function useSearchInTransition(): string {
  return useAddress(readSearch)
}

function readSearch(): string {
  return location.search
}
