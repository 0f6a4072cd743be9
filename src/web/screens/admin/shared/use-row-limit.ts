import { useState } from 'react'

const initialCount = 50
const increment = 100

/** How many rows of a long table are on the page; more come when they are asked for. `list` starts it anew. */
export function useRowLimit(list: unknown) {
  const [shown, setShown] = useState({ list, count: initialCount })
  const count = shown.list === list ? shown.count : initialCount
  return { count, showMore: () => setShown({ list, count: count + increment }), next: increment }
}
