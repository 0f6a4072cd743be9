import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'wouter'
import { parseId } from '#contract/id.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { currentTournamentQuery, tournamentQuery } from '#web/api/tournament-queries.ts'
import { isRestored } from '#web/offline/restored-data.ts'
import { toTournamentRefetchMs } from './tournament-refetch.ts'

export type SelectedTournament =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  /** There is no tournament yet. */
  | { readonly status: 'none' }
  | {
      readonly status: 'ready'
      readonly tournament: TournamentWithEntries
      readonly isCurrent: boolean
      /** The tournament comes from the offline cache, and is being fetched or could not be. */
      readonly isRestored: boolean
      readonly error: unknown
      readonly retry: () => void
    }

/** How soon an open page notices that a tournament has been ended. */
const currentRefetchMs = 5 * 60_000

/** The tournament in the URL, `pool/{tournamentId}`, otherwise the current one. */
export function useSelectedTournament(): SelectedTournament {
  const { tournamentId } = useParams()
  const [jitter] = useState(Math.random)
  const selectedId = tournamentId === undefined ? undefined : (parseId(tournamentId) ?? null)
  const current = useQuery({ ...currentTournamentQuery, refetchInterval: currentRefetchMs })
  const id = selectedId === undefined ? current.data?.id : (selectedId ?? undefined)
  const tournamentResult = useQuery({
    ...tournamentQuery(id ?? 0),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : toTournamentRefetchMs(data, Date.now(), jitter),
    // From the start on, the tab title shows positions, even in the background.
    refetchIntervalInBackground: true,
  })
  const tournament = useMemo(
    () => (tournamentResult.data === undefined ? undefined : mergeSummary(tournamentResult.data, current.data)),
    [tournamentResult.data, current.data],
  )

  const retry = () => {
    if (current.error !== null) current.refetch()
    if (tournamentResult.error !== null) tournamentResult.refetch()
  }
  if (selectedId === null) return { status: 'failed', error: new ApiProblem('not-found'), retry }
  if (tournament !== undefined) {
    const isCurrent = current.data === undefined ? tournament.active : current.data?.id === tournament.id
    return {
      status: 'ready',
      tournament,
      isCurrent,
      isRestored: isRestored(tournamentResult) || isRestored(current),
      error: tournamentResult.error ?? current.error,
      retry,
    }
  }
  if (current.data === null && id === undefined) return { status: 'none' }
  const error = tournamentResult.error ?? (id === undefined ? current.error : null)
  return error === null ? { status: 'loading' } : { status: 'failed', error, retry }
}

/**
 * After the start the tournament is no longer refetched, but the current tournament is: its name and whether it is
 * active are fresher. A tournament other than the current one is inactive.
 */
function mergeSummary(
  { players = [], entries = [], ...summary }: TournamentResponse,
  current: TournamentSummary | null | undefined,
): TournamentWithEntries {
  if (current === undefined || current === null) return { ...summary, players, entries }
  if (current.id !== summary.id) return { ...summary, active: false, players, entries }
  return { ...summary, ...current, players, entries }
}
