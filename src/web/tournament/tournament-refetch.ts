import type { Tournament } from '#domain/tournament/tournament.ts'

/** Interval before the start, while entries are created and changed. */
const beforeStartMs = 60_000
/** Interval after the start, while the server still hides the picks because its clock is behind the browser's. */
const picksHiddenMs = 5_000
/** The browser's clock may be ahead by this much; until then entries may still have changed. Later, they can only be removed. */
const maxClockSkewMs = 5 * 60_000
/** At the start, the requests of all viewers are spread over this time. */
const maxJitterMs = 3_000

/**
 * Milliseconds until the tournament should be refetched (docs/rules.md, 7.5); false once it has ended. `now`
 * is in milliseconds since 1970, `jitter` from 0 to 1.
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
  return -untilStart < maxClockSkewMs ? beforeStartMs : maxClockSkewMs
}

type MaybeHidden = {
  readonly entries?: readonly { readonly selections: readonly unknown[] }[] | undefined
}

/** Every entry has picks, so an entry without any is hidden. */
export function arePicksHidden({ entries = [] }: MaybeHidden): boolean {
  return entries.some((entry) => entry.selections.length === 0)
}
