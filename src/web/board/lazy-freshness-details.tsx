import { Suspense } from 'react'
import { lazyExtra } from '../ui/lazy-extra.ts'
import type { BoardFreshnessProps } from './board-freshness-details.tsx'

const Details = lazyExtra(async () => (await import('./board-freshness-details.tsx')).BoardFreshnessDetails)

/** The details, loaded after the first rows, because they are also in the footer below the board. */
export function LazyFreshnessDetails(props: BoardFreshnessProps) {
  if (props.live.leaderboard === null && props.live.failure === null) return null
  return (
    <Suspense fallback={null}>
      <Details {...props} />
    </Suspense>
  )
}
