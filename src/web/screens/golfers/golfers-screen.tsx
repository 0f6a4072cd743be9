import { BoardSkeleton } from '#web/board/board-skeleton.tsx'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { GolfersBoard } from './golfers-board.tsx'

/** The golfers leaderboard of the current tournament, or of the one in the URL (docs/rules.md, 3.1). */
export function GolfersScreen() {
  return (
    <SelectedTournamentGate board="golfers" skeleton={<BoardSkeleton board="golfers" />}>
      {(board) => <GolfersBoard key={board.tournament.id} {...board} />}
    </SelectedTournamentGate>
  )
}
