import { useState } from 'react'
import { Navigate } from 'react-router'
import type { User } from '#domain/permissions.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntrySkeleton } from './entry-skeleton.tsx'

export function NewEntry() {
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
