import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { createPool } from '#domain/entries/pool.ts'
import { type FinalPlaces, toFinalPlaces } from '#domain/results/final-places.ts'
import { toPodium } from '#domain/standings/podium.ts'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import { hasStarted, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'

/** Why a tournament would end without places. */
export type NoPlaces = 'not-started' | 'no-scores' | 'no-entries'

/** What ending the tournament now would mean. */
export type EndTournamentPreview =
  | { readonly kind: 'none'; readonly why: NoPlaces }
  /** Just started: the server decides by its own clock, and still hides the picks. */
  | { readonly kind: 'hidden' }
  | {
      readonly kind: 'places'
      readonly standings: Standings
      readonly places: readonly FinalPlaces[]
      readonly event: Leaderboard['event']
      /** Why the scores are stale; null while they are fresh. */
      readonly stale: Leaderboard['stale']
    }

/** Computes the final places with the same code as the server (docs/rules.md, 5.1). */
export function previewEndTournament(
  tournament: TournamentWithEntries,
  board: Leaderboard | null,
  now: Date,
): EndTournamentPreview {
  if (!hasStarted(tournament, now)) return { kind: 'none', why: 'not-started' }
  if (!board?.golfersScores.some(({ total }) => total > 0)) return { kind: 'none', why: 'no-scores' }
  if (tournament.entries.length === 0) return { kind: 'none', why: 'no-entries' }
  if (arePicksHidden(tournament)) return { kind: 'hidden' }
  const standings = scorePool(createPool(tournament), board)
  const { event, stale } = board
  return { kind: 'places', standings, places: toFinalPlaces(standings), event, stale }
}

/** Whether several people share the first place. */
export function isTied(preview: EndTournamentPreview): boolean {
  return preview.kind === 'places' && (toPodium(preview.standings)?.leaders.length ?? 0) > 1
}
