import type { ScoreSourceInfo } from '#domain/field/field.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import type { LiveState } from '#web/live/live-connection.ts'
import { toAge, toClock, toMoment } from '#web/time/time-text.ts'

export type BoardFreshness = {
  /** The event is over, or the tournament has been ended. */
  readonly isFinal: boolean
  /** The round, such as "Round 2 - In Progress"; empty while there are no scores. */
  readonly status: string
  /** Why the scores are stale, as the end of a sentence; null while they are not. */
  readonly staleReason: string | null
}

/** How fresh a board's scores are (docs/rules.md, 7.6). */
export function toBoardFreshness(
  { active, cancelledReason }: Pick<Tournament, 'active' | 'cancelledReason'>,
  { leaderboard, connection, failure, isPast = false }: LiveState & { isPast?: boolean },
): BoardFreshness {
  const isFinal = (!active && !isPast) || leaderboard?.event.completed === true
  const over = cancelledReason === undefined ? 'Final' : 'Cancelled'
  const status = isFinal ? over : (leaderboard?.event.roundStatus ?? '')
  return { isFinal, status, staleReason: isFinal || isPast ? null : toStaleReason(connection, failure, leaderboard) }
}

type ShownState = LiveState & {
  /** The board is a replay. */
  readonly isPast?: boolean
  /** How many seconds later than published the scores are shown. */
  readonly delay?: number
}

/** How fresh the scores on a screen are, in one sentence (docs/rules.md, 7.6); empty before the start, and when they are final. */
export function toFreshnessText(
  { leaderboard, feedChecked, connection, failure, isPast = false, delay = 0 }: ShownState,
  { isFinal, staleReason, hasStarted }: Pick<BoardFreshness, 'isFinal' | 'staleReason'> & { hasStarted: boolean },
  now: Date,
): string {
  if (isPast) return 'Replay'
  if (isFinal) return ''
  const isOffline = connection === 'offline'
  if (leaderboard === null || !hasStarted) {
    if (isOffline) return 'No connection'
    return hasStarted && failure === null ? 'Loading scores' : ''
  }
  const { source, timeStamp } = leaderboard
  if (staleReason !== null) {
    const age = `scores from ${toAge(timeStamp, now)} ago`
    return isOffline ? `No connection · ${age}` : `Not updating · ${age}`
  }
  const byHandSince = source.kind === 'hand' ? source.since : null
  const updated =
    byHandSince === null ? `Updated ${toClock(feedChecked ?? timeStamp)}` : `Updated by hand ${toClock(byHandSince)}`
  return delay > 0 ? `${updated} · Delayed ${delay} s` : updated
}

function toStaleReason(
  connection: LiveState['connection'],
  failure: LiveState['failure'],
  leaderboard: LiveState['leaderboard'],
): string | null {
  if (connection === 'offline') return 'the server can’t be reached.'
  if (failure !== null && failure.code !== 'not-found') return toSentence(failure.message)
  // The exact error is for operators, who find it in the log.
  return leaderboard?.stale ? 'no new scores are coming from the tour.' : null
}

/** The reason is shown after a colon and ends with a full stop. */
function toSentence(reason: string): string {
  const text = reason.trim()
  const start = /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
  return /[.!?]$/.test(start) ? start : `${start}.`
}

/** The source of the scores as a sentence; null for the feed. */
export function toSourceText({ kind, since }: ScoreSourceInfo, now: Date): string | null {
  if (kind === 'document') return 'Scores from a source of the pool’s own.'
  if (kind === 'feed' || since === null) return null
  const isToday = new Date(since).toDateString() === now.toDateString()
  return `Scores entered by the organisers ${isToday ? 'at' : 'on'} ${toMoment(since, now)}.`
}
