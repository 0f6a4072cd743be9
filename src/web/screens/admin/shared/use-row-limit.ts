import { useState } from 'react'

const initialCount = 50
const increment = 100

/** How many rows of a long table to show. The limit is reset when `resetKey` changes. */
export function useRowLimit(resetKey?: unknown) {
  const [shown, setShown] = useState({ resetKey, count: initialCount })
  const count = shown.resetKey === resetKey ? shown.count : initialCount
  return { count, showMore: () => setShown({ resetKey, count: count + increment }), next: increment }
}
