import type { TournamentSummary } from '#contract/tournament-contract.ts'
import type { TournamentRecord } from './tournament-store.ts'

/** A tournament as every response shows it: without its version, players and entries. */
export function toSummary({ version: _version, ...summary }: TournamentRecord): TournamentSummary {
  return { ...summary, tiebreakers: [...summary.tiebreakers] }
}
