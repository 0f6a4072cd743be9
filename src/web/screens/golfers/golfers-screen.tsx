import { ImportedTournament, isImported } from '#web/tournament/imported-tournament.tsx'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { GolfersBoard } from './golfers-board.tsx'
import { GolfersSkeleton } from './golfers-skeleton.tsx'

/** The golfers leaderboard of the current tournament, or of the one in the URL (docs/rules.md, 3.1). */
export function GolfersScreen() {
  return (
    <SelectedTournamentGate skeleton={<GolfersSkeleton />}>
      {({ tournament, isCurrent }) =>
        isImported(tournament) ? (
          <ImportedTournament tournament={tournament} board="golfers" />
        ) : (
          <GolfersBoard key={tournament.id} {...{ tournament, isCurrent }} />
        )
      }
    </SelectedTournamentGate>
  )
}
