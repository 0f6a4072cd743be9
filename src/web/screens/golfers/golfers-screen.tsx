import { ShownTournamentGate } from '../../live/shown-tournament-gate.tsx'
import { GolfersBoard } from './golfers-board.tsx'
import { GolfersSkeleton } from './golfers-skeleton.tsx'

/** The golfers leaderboard of the current tournament, or of the one that the address names (specification, section 2). */
export function GolfersScreen() {
  return (
    <ShownTournamentGate skeleton={<GolfersSkeleton />}>
      {({ tournament, isCurrent }) => <GolfersBoard key={tournament.id} {...{ tournament, isCurrent }} />}
    </ShownTournamentGate>
  )
}
