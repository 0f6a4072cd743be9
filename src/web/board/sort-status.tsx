import { useState } from 'react'
import type { SortControl } from './board-sort.ts'

/** Announces a new order. */
export function SortStatus<C extends string>({ control: { sort } }: { control: SortControl<C> }) {
  const [opened] = useState(sort)
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && sort !== opened) setHasChanged(true)
  return (
    <span className="visually-hidden" role="status">
      {hasChanged && `Sorted: ${sort.name}`}
    </span>
  )
}
