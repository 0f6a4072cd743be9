import { ShownTournamentGate } from '../../live/shown-tournament-gate.tsx'
import { PoolBoard } from './pool-board.tsx'
import { PoolSkeleton } from './pool-skeleton.tsx'

/** The pool's standings: of the current tournament, or of the one that the address names (specification, section 2). */
export function PoolScreen() {
  return (
    <ShownTournamentGate skeleton={<PoolSkeleton />}>
      {(board) => <PoolBoard key={board.tournament.id} {...board} />}
    </ShownTournamentGate>
  )
}
