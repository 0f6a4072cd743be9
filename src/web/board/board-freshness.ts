import type { Tournament } from '#domain/tournament.ts'
import type { LiveState } from '../live/live-connection.ts'

export type BoardFreshness = {
  /** Nothing will change any more: the event is over, or the tournament was ended. */
  readonly isFinal: boolean
  /** Where the tournament stands, in a few words; empty while nobody knows. */
  readonly status: string
  /** Why the scores are old, in words; null while all goes well. */
  readonly staleReason: string | null
}

/** What a board says of its scores' age. */
export function toBoardFreshness(
  { active }: Pick<Tournament, 'active'>,
  { leaderboard, connection, failure }: LiveState,
): BoardFreshness {
  const isFinal = !active || leaderboard?.event.completed === true
  const status = isFinal ? 'Final' : (leaderboard?.event.roundStatus ?? '')
  return { isFinal, status, staleReason: isFinal ? null : toStaleReason(connection, failure, leaderboard) }
}

function toStaleReason(
  connection: LiveState['connection'],
  failure: LiveState['failure'],
  leaderboard: LiveState['leaderboard'],
): string | null {
  if (connection === 'offline') return 'the server cannot be reached.'
  if (failure !== null && failure.code !== 'not-found') return toSentence(failure.message)
  return leaderboard?.stale ? toSentence(leaderboard.stale.reason) : null
}

/** Reasons stand after a colon and end a line. */
function toSentence(reason: string): string {
  const text = reason.trim()
  const start = /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
  return /[.!?]$/.test(start) ? start : `${start}.`
}
