import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '#web/api/api-problem.ts'
import { tournamentOfEntryQuery } from '#web/api/entry-queries.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { tournamentQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { toTournamentRefetchMs } from '#web/tournament/tournament-refetch.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryNotFound } from './entry-not-found.tsx'
import { EntrySkeleton } from './entry-skeleton.tsx'

/** Edits the user's own entry. Another user's entry is not found (docs/rules.md, 2.3). */
export function EditEntry({ entryId }: { entryId: number }) {
  const client = useApi()
  const user = useQuery(userQuery(client))
  const tournamentResult = useQuery(tournamentOfEntryQuery(client, entryId))
  const updated = useTournamentUpdates(tournamentResult.data?.id)
  const entry = tournamentResult.data?.entries.find(({ id }) => id === entryId)

  if (tournamentResult.error !== null && codeOf(tournamentResult.error) === 'not-found') return <EntryNotFound />
  const error = tournamentResult.error ?? user.error
  if (error !== null && (tournamentResult.data === undefined || user.data === undefined)) {
    return <ErrorPanel error={error} onRetry={() => Promise.all([tournamentResult.refetch(), user.refetch()])} />
  }
  if (tournamentResult.data === undefined || user.data === undefined) return <EntrySkeleton />
  if (entry === undefined) return <EntryNotFound />
  const tournament = {
    ...tournamentResult.data,
    ...updated,
    players: tournamentResult.data.players,
    entries: updated?.entries ?? [],
  }
  return <EntryForm {...{ tournament, entry }} user={user.data} />
}

/** The tournament as viewers see it, refetched so that the form notices the start. */
function useTournamentUpdates(tournamentId: number | undefined) {
  const client = useApi()
  const [jitter] = useState(Math.random)
  const { data } = useQuery({
    ...tournamentQuery(client, tournamentId ?? 0),
    enabled: tournamentId !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : toTournamentRefetchMs(data, Date.now(), jitter),
    refetchIntervalInBackground: true,
  })
  return data
}
