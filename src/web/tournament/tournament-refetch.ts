import type { Tournament } from '#domain/tournament.ts'

/** Before the start others enter and change their minds: the pool looks as often as it does for scores. */
const beforeStartMs = 60_000
/** The start has come here, but the server still hides the picks: its clock decides, and is a moment behind. */
const picksHiddenMs = 5_000
/** A clock here may be ahead by so much; until then an entry may still have come in. */
const maxClockSkewMs = 5 * 60_000
/** Over so long the viewers' questions are spread when the picks are shown, at the start. */
const maxJitterMs = 3_000

/**
 * In how many milliseconds to ask for the tournament again; false when it cannot change any more. `now` is in
 * milliseconds since 1970, `jitter` from 0 to 1 spreads many viewers.
 */
export function toTournamentRefetchMs(
  tournament: Pick<Tournament, 'active' | 'start'> & MaybeHidden,
  now: number,
  jitter: number,
): number | false {
  if (!tournament.active) return false
  const untilStart = Date.parse(tournament.start) - now
  if (untilStart > 0) return Math.min(beforeStartMs, untilStart + 500 + jitter * maxJitterMs)
  if (arePicksHidden(tournament)) return picksHiddenMs
  return -untilStart < maxClockSkewMs ? beforeStartMs : false
}

type MaybeHidden = {
  readonly entries?: readonly { readonly selections: readonly unknown[] }[] | undefined
}

/** Is there an entry whose picks are not shown? Every entry has picks, so empty ones are hidden ones. */
export function arePicksHidden({ entries = [] }: MaybeHidden): boolean {
  return entries.some((entry) => entry.selections.length === 0)
}
