import { ShownTournamentGate } from '#web/tournament/shown-tournament-gate.tsx'
import { isUnrecorded, UnrecordedTournament } from '#web/tournament/unrecorded-tournament.tsx'
import { GolfersBoard } from './golfers-board.tsx'
import { GolfersSkeleton } from './golfers-skeleton.tsx'

/** The golfers leaderboard of the current tournament, or of the one that the address names (specification, section 2). */
export function GolfersScreen() {
  return (
    <ShownTournamentGate skeleton={<GolfersSkeleton />}>
      {({ tournament, isCurrent }) =>
        isUnrecorded(tournament) ? (
          <UnrecordedTournament tournament={tournament} board="golfers" />
        ) : (
          <GolfersBoard key={tournament.id} {...{ tournament, isCurrent }} />
        )
      }
    </ShownTournamentGate>
  )
}
