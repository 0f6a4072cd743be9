import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { tournamentListQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { tournamentDrafts } from '#web/drafts/tournament-drafts.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { TournamentForm } from './tournament-form.tsx'
import { TournamentSkeleton } from './tournament-skeleton.tsx'

/** Creating is blocked while a tournament is active (specification, section 4). */
export function NewTournament() {
  const client = useApi()
  const user = useQuery(userQuery(client))
  const all = useQuery({ ...tournamentListQuery(client), refetchOnMount: 'always' })
  const isFresh = all.isFetchedAfterMount && all.data !== undefined

  const error = all.error ?? user.error
  if (error !== null && !(isFresh && user.data !== undefined)) {
    return <ErrorPanel error={error} onRetry={() => Promise.all([all.refetch(), user.refetch()])} />
  }
  if (!isFresh || all.data === undefined || user.data === undefined) return <TournamentSkeleton />
  return <NewTournamentForm tournaments={all.data} userId={user.data.id} />
}

type Props = { tournaments: readonly TournamentSummary[]; userId: number }

/** Once the form is open it stays: the save finds out, and keeps what was typed. */
function NewTournamentForm({ tournaments, userId }: Props) {
  const [active] = useState(() => tournaments.find((tournament) => tournament.active))
  if (active === undefined) return <TournamentForm userId={userId} opened={null} />
  const hasDraft = tournamentDrafts.find(localStorage, { userId, tournamentId: 0 }) !== undefined
  const actions = (
    <>
      <Link className="button" to={`/tournament/edit/${active.id}`}>
        Edit {active.name}
      </Link>
      <Link className="button-secondary" to="/admin">
        Go to the admin page
      </Link>
    </>
  )
  return (
    <MessagePanel title={`${active.name} is active`} actions={actions}>
      <p>
        There is one active tournament at a time. End it on the admin page when it is over; then the next one
        can be created.
      </p>
      {hasDraft && <p>The new tournament that you began is kept on this device until then.</p>}
    </MessagePanel>
  )
}
