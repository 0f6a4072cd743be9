import { useMemo } from 'react'
import type { TournamentResponse } from '#contract/tournament-contract.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { type RosterLocks, toRosterLocks } from './roster-locks.ts'

const farFuture = '9999-12-31T00:00:00Z'

/** What decides which golfers must stay in their tiers (docs/rules.md, 8.5); null for a new tournament. */
export function useRosterLocks(opened: TournamentResponse | null): RosterLocks | null {
  const isStarted = useHasStarted({ start: opened?.start ?? farFuture })
  return useMemo(() => {
    if (opened === null) return null
    const { players = [], entries = [] } = opened
    return toRosterLocks({ players, entries }, isStarted)
  }, [opened, isStarted])
}
