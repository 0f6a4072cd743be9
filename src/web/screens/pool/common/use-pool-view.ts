import type { Pool } from '#domain/entries/pool.ts'
import type { User } from '#domain/permissions.ts'
import { formatCount } from '#domain/text/format.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { useGroupTournament, useWholePool } from '#web/groups/use-friend-group.ts'
import { type LiveLeaderboard, useStandings } from '#web/live/use-standings.ts'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'

/** `open`: entries can still change, so picks are hidden. `no-scores`: the feed has none yet. */
type PoolPhase = 'open' | 'loading' | 'failed' | 'no-scores' | 'scores'

export type PoolView = ReturnType<typeof usePoolView>

export type PoolBoardProps = {
  tournament: TournamentWithEntries
  isCurrent: boolean
  /** The tournament comes from the offline cache. */
  isRestored: boolean
  user: User
}

/** The pool as it is shown in one of its phases. */
export type PoolPhaseProps = PoolBoardProps & {
  view: PoolView
  tiebreakers: TiebreakerColumns
  onOpenGolfer: (espnId: string) => void
}

/** The columns Tie 1 and Tie 2. The button responds immediately, and the table follows. */
type TiebreakerColumns = {
  readonly isOn: boolean
  readonly areShown: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A pool with its live standings, and how much of it can be shown now. */
export function usePoolView(tournament: TournamentWithEntries) {
  const { pool, live, standings, previous } = useStandings(useGroupTournament(tournament))
  const isOpenForEntries = !useHasStarted(tournament) || arePicksHidden(tournament)
  const phase = isOpenForEntries ? 'open' : toPhase(live)
  const freshness = toBoardFreshness(tournament, live)
  return {
    pool,
    live,
    standings,
    whole: useWholePool(tournament, standings),
    previous,
    phase,
    isFinal: freshness.isFinal,
    staleReason: freshness.staleReason,
    statusText: toStatusText(phase, freshness.status, tournament.active),
    changedAt: live.leaderboard?.timeStamp ?? null,
  }
}

function toPhase({ leaderboard, failure }: LiveLeaderboard): PoolPhase {
  if (leaderboard !== null) return 'scores'
  if (failure === null) return 'loading'
  return failure.code === 'not-found' ? 'no-scores' : 'failed'
}

function toStatusText(phase: PoolPhase, status: string, isActive: boolean): string {
  if (phase === 'open' && isActive) return 'Before the start'
  return status === '' && (phase === 'no-scores' || phase === 'open') ? 'No scores yet' : status
}

/** "180 players, 540 entries", or "12 players so far" while entries are open. */
export function toPoolSummary({ entries, size }: Pool, isOpenForEntries: boolean): string {
  const players = formatCount(entries.length, 'player')
  return isOpenForEntries ? `${players} so far` : `${players}, ${formatCount(size, 'entry', 'entries')}`
}
