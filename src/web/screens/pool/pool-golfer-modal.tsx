import { useMemo } from 'react'
import { GolferModal } from '#web/golfer/golfer-modal.tsx'
import { listGolferRows } from '#web/golfer/golfer-rows.ts'
import { useStars } from '#web/golfer/use-stars.ts'
import type { OpenModal } from '#web/ui/use-modal-state.ts'
import type { PoolView } from './common/use-pool-view.ts'
import { openEntry } from './entry/open-entry.tsx'

type Props = { view: PoolView; opened: OpenModal<string>; userId: number; isLive: boolean }

/** The golfer of the pool whose details are open. Before the start, it does not say who has picked them. */
export function PoolGolferModal({ view, opened, userId, isLive }: Props) {
  const { pool, live, standings, phase } = view
  const espnId = opened.modal?.subject
  const golfersScores = live.leaderboard?.golfersScores
  const par = live.leaderboard?.event.par ?? 0
  const golfer = useMemo(() => {
    if (espnId === undefined) return undefined
    const field = { golfersScores: golfersScores ?? [], par }
    return listGolferRows(pool, field, phase !== 'open').find((row) => row.espnId === espnId)
  }, [pool, golfersScores, par, phase, espnId])
  const stars = useStars()
  return (
    <GolferModal
      tournament={pool.tournament}
      golfer={golfer}
      opened={opened}
      stars={stars}
      owners={phase === 'open' ? null : { standings, userId, openEntry }}
      isLive={isLive}
      onCorrected={live.refresh}
    />
  )
}
