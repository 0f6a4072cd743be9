import { Suspense } from 'react'
import { lazyExtra } from '../ui/lazy-extra.ts'
import type { BoardFreshnessProps } from './board-freshness-details.tsx'

const Details = lazyExtra(async () => (await import('./board-freshness-details.tsx')).BoardFreshnessDetails)

/** The details, read after the first rows: the footer below these asks for them. */
export function LazyFreshnessDetails(props: BoardFreshnessProps) {
  return (
    <Suspense fallback={null}>
      <Details {...props} />
    </Suspense>
  )
}
