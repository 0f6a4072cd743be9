import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect, useParams } from 'wouter'
import { parseId } from '#contract/id.ts'
import type { User } from '#domain/permissions.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { tournamentOfEntryQuery } from '#web/api/entry-queries.ts'
import { tournamentQuery } from '#web/api/tournament-queries.ts'
import { isRestored } from '#web/offline/restored-data.ts'
import { WithUser } from '#web/states/with-user.tsx'
import { sealedText } from '#web/tournament/entry-editability.ts'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { toTournamentRefetchMs } from '#web/tournament/tournament-refetch.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { EntryForm } from './entry-form.tsx'

/** Creates an entry for the current tournament, or edits the one in the URL (docs/rules.md, 2.7). */
export function EntryScreen() {
  const { entryId } = useParams()
  if (entryId === undefined) return <NewEntry />
  const id = parseId(entryId)
  return id === undefined ? <EntryNotFound /> : <EditEntry key={id} entryId={id} />
}

function NewEntry() {
  return (
    <SelectedTournamentGate needsServer skeleton={<PageHeadingSkeleton />} fallback={<Redirect to="/home" replace />}>
      {({ tournament, user }) => <NewEntryForm key={tournament.id} tournament={tournament} user={user} />}
    </SelectedTournamentGate>
  )
}

/**
 * Redirects to an existing entry, but only when it opens: if an entry is saved elsewhere later, the form keeps the
 * input and the save reports the conflict.
 */
function NewEntryForm({ tournament, user }: { tournament: TournamentWithEntries; user: User }) {
  const [own] = useState(() => tournament.entries.find(({ userId }) => userId === user.id))
  if (own !== undefined) return <Redirect to={`/entry/edit/${own.id}`} replace />
  return <EntryForm tournament={tournament} user={user} entry={null} />
}

/** Edits the user's own entry. Another user's entry is not found (docs/rules.md, 2.3). */
function EditEntry({ entryId }: { entryId: number }) {
  const query = useQuery(tournamentOfEntryQuery(entryId))
  const updated = useTournamentUpdates(query.data?.id)
  if (query.error !== null && codeOf(query.error) === 'not-found') return <EntryNotFound />
  return (
    <WithUser query={query} skeleton={<PageHeadingSkeleton />}>
      {(opened, user) => {
        const entry = opened.entries.find(({ id }) => id === entryId)
        if (entry === undefined) return <EntryNotFound />
        if (entry.isSealed) return <SealedEntry />
        const { players = opened.players, entries = [] } = updated ?? {}
        const tournament = { ...opened, ...updated, players, entries }
        return <EntryForm tournament={tournament} entry={entry} user={user} />
      }}
    </WithUser>
  )
}

/** The tournament as viewers see it, refetched so that the form notices the start. */
function useTournamentUpdates(tournamentId: number | undefined) {
  const [jitter] = useState(Math.random)
  const query = useQuery({
    ...tournamentQuery(tournamentId ?? 0),
    enabled: tournamentId !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : toTournamentRefetchMs(data, Date.now(), jitter),
    refetchIntervalInBackground: true,
  })
  return isRestored(query) ? undefined : query.data
}

/** For an unknown entry and for another user's entry, so that the page does not reveal which (docs/rules.md, 2.3). */
function EntryNotFound() {
  const links = [
    ['Go to your entry', '/entry/new'],
    ['Go to the home page', '/home'],
  ] as const
  return (
    <MessagePanel title="Entry not found" links={links} urgent>
      <p>
        You don’t have an entry at this address. Other players’ entries are visible in the pool once the tournament
        starts.
      </p>
    </MessagePanel>
  )
}

/** For an entry saved before somebody entered the account by an organiser’s link (docs/security.md, 10.6). */
function SealedEntry() {
  return (
    <MessagePanel title={sealedText} links={[['Go to the home page', '/home']]}>
      <p>
        Your account was entered by a link that an organiser had made. Until the tournament starts, your entry is hidden
        and can’t be changed: it counts as it is.
      </p>
    </MessagePanel>
  )
}
