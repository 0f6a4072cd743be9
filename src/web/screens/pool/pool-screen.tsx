import { lazy, Suspense } from 'react'
import { BoardSkeleton } from '#web/board/board-skeleton.tsx'
import { useWallView } from '#web/board/wall-view.ts'
import { RivalsContext, useRivals } from '#web/own-entries/use-own-entries.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { useParameter } from '#web/url/parameters.ts'
import { PoolBoard } from './pool-board.tsx'

const WhatIfBoard = lazy(async () => ({ default: (await import('./what-if/what-if-board.tsx')).WhatIfBoard }))
const PoolCeremony = lazy(async () => ({ default: (await import('./wall/pool-ceremony.tsx')).PoolCeremony }))
const PoolWall = lazy(async () => ({ default: (await import('./wall/pool-wall.tsx')).PoolWall }))

/** The pool of the current tournament, or of the one in the URL. */
export function PoolScreen() {
  const wallView = useWallView()
  const Wall = wallView === 'wall' ? PoolWall : PoolCeremony
  const isWhatIf = useParameter('what-if') !== null
  const rivals = useRivals()
  return (
    <RivalsContext value={rivals}>
      <SelectedTournamentGate board="pool" skeleton={wallView ? <LoadingPanel /> : <BoardSkeleton board="pool" />}>
        {(board) =>
          isWhatIf ? (
            <Suspense fallback={<BoardSkeleton board="pool" />}>
              <WhatIfBoard key={board.tournament.id} tournament={board.tournament} user={board.user} />
            </Suspense>
          ) : wallView ? (
            <Suspense fallback={<LoadingPanel />}>
              <Wall key={board.tournament.id} tournament={board.tournament} />
            </Suspense>
          ) : (
            <PoolBoard key={board.tournament.id} {...board} />
          )
        }
      </SelectedTournamentGate>
    </RivalsContext>
  )
}
