import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { parseId } from '#contract/id.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { tournamentToEditQuery } from '#web/api/admin-queries.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { announcementQuery, tournamentListQuery } from '#web/api/tournament-queries.ts'
import { tournamentDrafts } from '#web/forms/tournament-drafts.ts'
import { WithUser } from '#web/states/with-user.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { TournamentForm } from './tournament-form.tsx'

const adminLink = ['Go to the admin page', '/admin'] as const

/** Creates a tournament, or edits the one in the URL (docs/rules.md, 8.1). */
export function TournamentScreen() {
  const { tournamentId } = useParams()
  if (tournamentId === undefined) return <NewTournament />
  const id = parseId(tournamentId)
  return id === undefined ? <TournamentNotFound /> : <EditTournament key={id} tournamentId={id} />
}

/** Edits a tournament that has not ended (docs/rules.md, 1.2). */
function EditTournament({ tournamentId }: { tournamentId: number }) {
  const query = useQuery(tournamentToEditQuery(tournamentId))
  if (query.error !== null && codeOf(query.error) === 'not-found') return <TournamentNotFound />
  return (
    <WithUser query={query} skeleton={<PageHeadingSkeleton />}>
      {(opened, user) =>
        opened.active ? (
          <TournamentForm userId={user.id} opened={opened} />
        ) : (
          <MessagePanel title={`${opened.name} has ended`} links={[['View the pool', `/pool/${opened.id}`], adminLink]}>
            <p>A tournament that has ended can’t be changed.</p>
          </MessagePanel>
        )
      }
    </WithUser>
  )
}

function TournamentNotFound() {
  return (
    <MessagePanel title="Tournament not found" links={[adminLink, ['Go to the home page', '/home']]} urgent>
      <p>There is no tournament at this address. The admin page lists all tournaments.</p>
    </MessagePanel>
  )
}

/** Creating is blocked while a tournament is active (docs/rules.md, 1.2). */
function NewTournament() {
  const query = useQuery({ ...tournamentListQuery, refetchOnMount: 'always' })
  // The form reads it from the cache.
  const announced = useQuery({ ...announcementQuery, refetchOnMount: 'always' })
  const fresh = query.isFetchedAfterMount && announced.isFetchedAfterMount ? query.data : undefined
  return (
    <WithUser query={{ ...query, data: fresh }} skeleton={<PageHeadingSkeleton />}>
      {(tournaments, user) => <NewTournamentForm tournaments={tournaments} userId={user.id} />}
    </WithUser>
  )
}

type Props = { tournaments: readonly TournamentSummary[]; userId: number }

/** Blocked by a tournament that is active when the form opens. The save reports one that becomes active later. */
function NewTournamentForm({ tournaments, userId }: Props) {
  const [active] = useState(() => tournaments.find((tournament) => tournament.active))
  if (active === undefined) return <TournamentForm userId={userId} opened={null} />
  const hasDraft = tournamentDrafts.find({ userId, tournamentId: 0 }) !== undefined
  const edit = [`Edit ${active.name}`, `/tournament/edit/${active.id}`] as const
  return (
    <MessagePanel title={`${active.name} is active`} links={[edit, adminLink]}>
      <p>Only one tournament can be active at a time. End this one on the admin page before you create another.</p>
      {hasDraft && <p>Your draft of the new tournament is stored on this device.</p>}
    </MessagePanel>
  )
}
