import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '#web/api/api-problem.ts'
import { tournamentOfEntryQuery } from '#web/api/entry-queries.ts'
import { FailedPanel } from '#web/api/failed-panel.tsx'
import { tournamentQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { toTournamentRefetchMs } from '#web/tournament/tournament-refetch.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryNotFound } from './entry-not-found.tsx'
import { EntrySkeleton } from './entry-skeleton.tsx'

/** The tournament is looked up from the entry (specification, section 2). Somebody else's entry is not found. */
export function EditEntry({ entryId }: { entryId: number }) {
  const client = useApi()
  const user = useQuery(userQuery(client))
  const found = useQuery(tournamentOfEntryQuery(client, entryId))
  const watched = useWatchedTournament(found.data?.id)
  const entry = found.data?.entries.find(({ id }) => id === entryId)

  if (found.error !== null && codeOf(found.error) === 'not-found') return <EntryNotFound />
  const error = found.error ?? user.error
  if (error !== null && (found.data === undefined || user.data === undefined)) {
    return <FailedPanel error={error} onRetry={() => Promise.all([found.refetch(), user.refetch()])} />
  }
  if (found.data === undefined || user.data === undefined) return <EntrySkeleton />
  if (entry === undefined) return <EntryNotFound />
  const tournament = {
    ...found.data,
    ...watched,
    players: found.data.players,
    entries: watched?.entries ?? [],
  }
  return <EntryForm {...{ tournament, entry }} user={user.data} />
}

/** What its viewers see of the tournament: when it starts, and that it has. */
function useWatchedTournament(tournamentId: number | undefined) {
  const client = useApi()
  const [share] = useState(Math.random)
  const { data } = useQuery({
    ...tournamentQuery(client, tournamentId ?? 0),
    enabled: tournamentId !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : toTournamentRefetchMs(data, Date.now(), share),
    refetchIntervalInBackground: true,
  })
  return data
}
