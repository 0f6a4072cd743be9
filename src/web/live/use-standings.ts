import { useMemo, useState } from 'react'
import { createPool, type Pool } from '#domain/entries/pool.ts'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { type LiveLeaderboard, useLiveLeaderboard } from './use-live-leaderboard.ts'

export type LiveStandings = {
  readonly pool: Pool
  readonly live: LiveLeaderboard
  /** The pool ranked by the newest scores; without scores, nobody has a score or a place. */
  readonly standings: Standings
  /** The previous standings, to show changes; null until scores have changed while the screen was open. */
  readonly previous: Standings | null
}

/** Computes the standings from the tournament and the live leaderboard. */
export function useStandings(tournament: TournamentWithEntries): LiveStandings {
  const live = useLiveLeaderboard(tournament)
  const pool = useMemo(() => createPool(tournament), [tournament])
  const standings = useMemo(
    () => scorePool(pool, { golfersScores: live.leaderboard?.golfersScores ?? [] }),
    [pool, live.leaderboard?.golfersScores],
  )
  const [shown, setShown] = useState({ standings, previous: null as Standings | null })
  if (shown.standings === standings) return { pool, live, standings, previous: shown.previous }
  // Only standings of the same pool can be compared; another pool has other rows.
  const previous = shown.standings.pool === pool && shown.standings.golfers.some(hasScore) ? shown.standings : null
  setShown({ standings, previous })
  return { pool, live, standings, previous }
}

function hasScore({ index }: Standings['golfers'][number]): boolean {
  return index >= 0
}
