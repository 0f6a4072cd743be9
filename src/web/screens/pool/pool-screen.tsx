import { Suspense } from 'react'
import { BoardSkeleton } from '#web/board/board-skeleton.tsx'
import { useWallView } from '#web/board/wall-view.ts'
import { RivalsContext, useRivals } from '#web/own-entries/use-own-entries.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { useParameter } from '#web/url/parameters.ts'
import type { PoolBoardProps } from './common/use-pool-view.ts'
import { PoolBoard } from './pool-board.tsx'

const WhatIfBoard = lazyNamed(() => import('./what-if/what-if-board.tsx'), 'WhatIfBoard')
const PoolCeremony = lazyNamed(() => import('./wall/pool-ceremony.tsx'), 'PoolCeremony')
const PoolWall = lazyNamed(() => import('./wall/pool-wall.tsx'), 'PoolWall')

/** The pool of the current tournament, or of the one in the URL. */
export function PoolScreen() {
  const wallView = useWallView()
  const rivals = useRivals()
  return (
    <RivalsContext value={rivals}>
      <SelectedTournamentGate board="pool" skeleton={wallView ? <LoadingPanel /> : <BoardSkeleton board="pool" />}>
        {(board) => <PoolContent key={board.tournament.id} {...board} />}
      </SelectedTournamentGate>
    </RivalsContext>
  )
}

/** The board, or the scenario, wall display or ceremony that the URL asks for. */
function PoolContent(board: PoolBoardProps) {
  const { tournament, user } = board
  const wallView = useWallView()
  const isWhatIf = useParameter('what-if') !== null
  if (isWhatIf) {
    return (
      <Suspense fallback={<BoardSkeleton board="pool" />}>
        <WhatIfBoard tournament={tournament} user={user} />
      </Suspense>
    )
  }
  if (wallView) {
    const Wall = wallView === 'wall' ? PoolWall : PoolCeremony
    return (
      <Suspense fallback={<LoadingPanel />}>
        <Wall tournament={tournament} />
      </Suspense>
    )
  }
  return <PoolBoard {...board} />
}
