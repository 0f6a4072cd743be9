import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { isWallView } from '#web/board/wall-view.ts'
import { ShownTournamentGate } from '#web/tournament/shown-tournament-gate.tsx'
import { isUnrecorded, UnrecordedTournament } from '#web/tournament/unrecorded-tournament.tsx'
import { LoadingPanel } from '#web/ui/state-panel.tsx'
import { PoolBoard } from './pool-board.tsx'
import { PoolSkeleton } from './pool-skeleton.tsx'

const PoolWall = lazy(async () => ({ default: (await import('./wall/pool-wall.tsx')).PoolWall }))

/** The pool's standings: of the current tournament, or of the one that the address names (specification, section 2). */
export function PoolScreen() {
  const isWall = isWallView(useLocation())
  return (
    <ShownTournamentGate skeleton={isWall ? <LoadingPanel /> : <PoolSkeleton />}>
      {(board) => {
        if (isUnrecorded(board.tournament)) {
          return <UnrecordedTournament tournament={board.tournament} board="pool" />
        }
        return isWall ? (
          <Suspense fallback={<LoadingPanel />}>
            <PoolWall key={board.tournament.id} tournament={board.tournament} />
          </Suspense>
        ) : (
          <PoolBoard key={board.tournament.id} {...board} />
        )
      }}
    </ShownTournamentGate>
  )
}
