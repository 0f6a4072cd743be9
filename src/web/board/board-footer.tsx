import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { hasRole } from '#domain/permissions.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { type LiveState, refreshIntervalMs } from '#web/live/live-connection.ts'
import { toAge, toClockWithSeconds, toMoment } from '#web/time/time-text.ts'
import { useNow } from '#web/time/use-now.ts'
import styles from './board-footer.module.css'
import { type BoardFreshness, toSourceText } from './board-freshness.ts'

/** Below the board of the current tournament: the refresh interval, the last refresh and the age of the scores. */
export function BoardFooter(props: BoardFreshnessProps) {
  const { live, freshness } = props
  return (
    <footer className={`small-print ${styles.footer}`}>
      <p>{freshness.isFinal ? 'Final. Scores are no longer updated.' : toRefreshText(live)}</p>
      <BoardFreshnessDetails {...props} />
    </footer>
  )
}

function toRefreshText({ lastRefresh, leaderboard, failure }: LiveState): string {
  if (leaderboard === null && failure === null) return ''
  const last = lastRefresh === null ? '' : ` Last refresh ${toClockWithSeconds(lastRefresh)}.`
  return `Refreshes every ${refreshIntervalMs / 1000} seconds.${last}`
}

export type BoardFreshnessProps = {
  tournamentId: number
  /** `isPast`: the board is a replay. `delay`: in seconds. */
  live: LiveState & { isPast?: boolean; delay?: number }
  freshness: Pick<BoardFreshness, 'staleReason' | 'isFinal'>
  /** Before the start there are no scores, so their age is not shown. */
  hasStarted: boolean
}

/** How fresh the scores are (docs/rules.md, 7.5 and 7.6). */
export function BoardFreshnessDetails(props: BoardFreshnessProps) {
  const { tournamentId, live, freshness, hasStarted } = props
  const { staleReason } = freshness
  const { feedChecked, leaderboard } = live
  const changedAt = hasStarted ? (leaderboard?.timeStamp ?? null) : null
  const now = useNow(10_000)
  const user = useQuery(userQuery).data
  if (leaderboard === null && live.failure === null) return null
  const source = leaderboard && toSourceText(leaderboard.source, now)
  return (
    <>
      {source !== null && hasStarted && <p>{source}</p>}
      {changedAt !== null && (
        <p>
          <Timestamp label="Scores last changed" instant={changedAt} now={now} />{' '}
          {feedChecked !== null && <Timestamp label="Last checked" instant={feedChecked} now={now} />}
        </p>
      )}
      {staleReason !== null && changedAt !== null && (
        <p className={`strong ${styles.warning}`}>
          Showing scores from {toAge(changedAt, now)} ago: {staleReason}
        </p>
      )}
      {staleReason !== null && hasStarted && user !== undefined && hasRole(user, 'power') && (
        <p>
          <Link to={`/admin/tournaments/${tournamentId}/scores`}>Enter scores</Link>
        </p>
      )}
    </>
  )
}

function Timestamp({ label, instant, now }: { label: string; instant: string; now: Date }) {
  return (
    <>
      {label} <time dateTime={instant}>{toMoment(instant, now)}</time>.
    </>
  )
}
