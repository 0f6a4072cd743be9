import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { idParameter } from '#contract/values.ts'
import type { User } from '#domain/permissions.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { tournamentOfEntryQuery } from '#web/api/entry-queries.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { tournamentQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { toTournamentRefetchMs } from '#web/tournament/tournament-refetch.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryNotFound } from './entry-not-found.tsx'
import { EntrySkeleton } from './entry-skeleton.tsx'

/** Creates an entry for the current tournament, or edits the one in the address (docs/rules.md, 2.7). */
export function EntryScreen() {
  const { entryId } = useParams()
  if (entryId === undefined) return <NewEntry />
  const idParam = idParameter.safeParse(entryId)
  return idParam.success ? <EditEntry key={idParam.data} entryId={idParam.data} /> : <EntryNotFound />
}

function NewEntry() {
  return (
    <SelectedTournamentGate skeleton={<EntrySkeleton />} fallback={<Navigate to="/home" replace />}>
      {({ tournament, user }) => <NewEntryForm key={tournament.id} tournament={tournament} user={user} />}
    </SelectedTournamentGate>
  )
}

/**
 * Redirects to an existing entry, but only when it opens: if an entry is saved elsewhere later, the form keeps the input
 * and the save reports the conflict.
 */
function NewEntryForm({ tournament, user }: { tournament: TournamentWithEntries; user: User }) {
  const [own] = useState(() => tournament.entries.find(({ userId }) => userId === user.id))
  if (own !== undefined) return <Navigate to={`/entry/edit/${own.id}`} replace />
  return <EntryForm {...{ tournament, user }} entry={null} />
}

/** Edits the user's own entry. Another user's entry is not found (docs/rules.md, 2.3). */
function EditEntry({ entryId }: { entryId: number }) {
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
