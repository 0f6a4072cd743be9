import { useQuery } from '@tanstack/react-query'
import { createContext, useMemo } from 'react'
import { parseId } from '#contract/id.ts'
import { createPool } from '#domain/entries/pool.ts'
import { filterByFriendGroup } from '#domain/standings/friend-group.ts'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { readParameter, useParameter } from '#web/url/parameters.ts'

/** The standings of the whole pool while a group’s are shown; null otherwise. */
export const WholePoolContext = createContext<Standings | null>(null)

const groupScreens = ['home', 'pool', 'golfers', 'season']

/** A link from a view of a group to another view stays in the group. */
export function keepGroup(to: string): string {
  const group = parseId(readParameter('group') ?? '')
  const { pathname, searchParams } = new URL(to, location.href)
  const [, screen = ''] = pathname.split('/')
  if (group === undefined || !groupScreens.includes(screen) || searchParams.has('group')) return to
  return `${to}${to.includes('?') ? '&' : '?'}group=${group}`
}

/** The group in the URL, if the viewer is in it. */
export function useGroup() {
  const id = Number(useParameter('group'))
  return useQuery(userQuery).data?.groups.find((group) => group.id === id)
}

/** The tournament as the viewer wants to see it: with everybody, or with the group in the URL, whose name comes first. */
export function useGroupTournament(all: TournamentWithEntries): TournamentWithEntries {
  const group = useGroup()
  return useMemo(() => {
    if (group === undefined) return all
    return { ...all, name: `${group.name}: ${all.name}`, entries: filterByFriendGroup(all.entries, group) }
  }, [all, group])
}

/** The standings of the whole pool, from those that are shown. */
export function useWholePool(tournament: TournamentWithEntries, shown: Standings): Standings {
  const isWhole = useGroup() === undefined
  const pool = useMemo(() => (isWhole ? null : createPool(tournament)), [tournament, isWhole])
  return useMemo(() => (pool ? scorePool(pool, { golfersScores: shown.golfers }) : shown), [pool, shown])
}
