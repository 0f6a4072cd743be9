import { useState } from 'react'

const atFirst = 50
const atOnce = 100

/** How many rows of a long table are on the page; more come when they are asked for. `list` starts it anew. */
export function useShownRows(list: unknown) {
  const [shown, setShown] = useState({ list, count: atFirst })
  const count = shown.list === list ? shown.count : atFirst
  return { count, showMore: () => setShown({ list, count: count + atOnce }), next: atOnce }
}
