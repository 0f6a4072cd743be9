import { lazy, Suspense } from 'react'
import { useWallView } from '#web/board/wall-view.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { PoolBoard } from './pool-board.tsx'
import { PoolSkeleton } from './pool-skeleton.tsx'
import { isPoolSorted } from './table/pool-columns.ts'
import { preloadSorting } from './table/use-pool-order.ts'

if (isPoolSorted()) preloadSorting()

const PoolWall = lazy(async () => ({ default: (await import('./wall/pool-wall.tsx')).PoolWall }))

/** The pool of the current tournament, or of the one in the URL. */
export function PoolScreen() {
  const isWall = useWallView()
  return (
    <SelectedTournamentGate board="pool" skeleton={isWall ? <LoadingPanel /> : <PoolSkeleton />}>
      {(board) =>
        isWall ? (
          <Suspense fallback={<LoadingPanel />}>
            <PoolWall key={board.tournament.id} tournament={board.tournament} />
          </Suspense>
        ) : (
          <PoolBoard key={board.tournament.id} {...board} />
        )
      }
    </SelectedTournamentGate>
  )
}
