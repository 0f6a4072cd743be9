import type { QueryClient } from '@tanstack/react-query'
import type { OwnEntryWithdrawal } from '#contract/entry-withdrawal-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentOfEntry, TournamentResponse } from '#contract/tournament-contract.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { queryKeys, resourceQuery } from './resource-query.ts'
import { tournamentQuery } from './tournament-queries.ts'

/**
 * The tournament of the user's entry, with that entry, for the entry form. It is always fresh when the form opens, and
 * never refetched while the user is editing.
 */
export function tournamentOfEntryQuery(entryId: number) {
  return resourceQuery<TournamentOfEntry>(queryKeys.tournamentOfEntry(entryId), api.tournamentEntry(entryId), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Why the user has no entry although they have had one. */
export function ownWithdrawalQuery(tournamentId: number) {
  const path = api.entryWithdrawal(tournamentId)
  return resourceQuery<OwnEntryWithdrawal>(queryKeys.ownWithdrawal(tournamentId), path, { staleTime: 0 })
}

/** The user's entry as the server has it now; undefined if there is none. */
export async function fetchOwnEntry(
  queries: QueryClient,
  { userId, tournamentId }: Pick<Entry, 'userId' | 'tournamentId'>,
): Promise<Entry | undefined> {
  const { entries = [] } = await queries.fetchQuery({ ...tournamentQuery(tournamentId), staleTime: 0 })
  return entries.find((entry) => entry.userId === userId)
}

/** Puts a saved entry into the cached tournament, so that the next screen shows it without waiting. */
export function cacheSavedEntry(queries: QueryClient, saved: Entry): void {
  const { queryKey } = tournamentQuery(saved.tournamentId)
  queries.setQueryData(queryKey, (cached) => cached && withEntry(cached, saved))
  void queries.invalidateQueries({ queryKey })
}

function withEntry(tournament: TournamentResponse, saved: Entry): TournamentResponse {
  const others = (tournament.entries ?? []).filter(({ id }) => id !== saved.id)
  const savedEntry = { ...saved, tiebreakers: [...saved.tiebreakers], selections: [...saved.selections] }
  return { ...tournament, entries: [...others, savedEntry] }
}
