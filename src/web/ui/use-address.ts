import { startTransition, useEffect, useState } from 'react'

/** One stay at an address. */
export type Visit = {
  readonly path: string
  /** Another visit to the same address has another number. */
  readonly number: number
  /** By a link; otherwise by a redirect, or the browser's own Back, Forward or Reload. */
  readonly isByLink: boolean
}

const listeners = new Set<() => void>()

let address = readAddress()
let latest: Visit = { path: location.pathname, number: 0, isByLink: false }

// The router announces what it does itself under the names of the browser's functions.
for (const event of ['pushState', 'replaceState', 'popstate']) addEventListener(event, noteVisit)

function noteVisit({ type }: Event): void {
  // A link within the page.
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
 * What `read` finds in the address. The page follows it as a transition: what was typed or pressed shows at once, and
 * the last picture stays until the next one is ready. `read` must always be the same function.
 */
export function useAddress<T extends Visit | string | boolean | null>(read: () => T): T {
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
