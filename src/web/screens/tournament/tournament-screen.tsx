import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { idParameter } from '#contract/values.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { tournamentToEditQuery } from '#web/api/tournament-form-queries.ts'
import { tournamentListQuery } from '#web/api/tournament-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { tournamentDrafts } from '#web/drafts/tournament-drafts.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { TournamentForm } from './tournament-form.tsx'
import { TournamentNotFound } from './tournament-not-found.tsx'
import { TournamentSkeleton } from './tournament-skeleton.tsx'

/** Creates a tournament, or edits the one in the address (docs/rules.md, 8.1). */
export function TournamentScreen() {
  const { tournamentId } = useParams()
  if (tournamentId === undefined) return <NewTournament />
  const idParam = idParameter.safeParse(tournamentId)
  return idParam.success ? <EditTournament key={idParam.data} tournamentId={idParam.data} /> : <TournamentNotFound />
}

/** Edits a tournament that has not ended (docs/rules.md, 1.2). */
function EditTournament({ tournamentId }: { tournamentId: number }) {
  const client = useApi()
  const user = useQuery(userQuery(client))
  const tournamentResult = useQuery(tournamentToEditQuery(client, tournamentId))

  if (tournamentResult.error !== null && codeOf(tournamentResult.error) === 'not-found') return <TournamentNotFound />
  const error = tournamentResult.error ?? user.error
  if (error !== null && (tournamentResult.data === undefined || user.data === undefined)) {
    return <ErrorPanel error={error} onRetry={() => Promise.all([tournamentResult.refetch(), user.refetch()])} />
  }
  if (tournamentResult.data === undefined || user.data === undefined) return <TournamentSkeleton />
  if (!tournamentResult.data.active)
    return <EndedTournament id={tournamentResult.data.id} name={tournamentResult.data.name} />
  return <TournamentForm userId={user.data.id} opened={tournamentResult.data} />
}

function EndedTournament({ id, name }: { id: number; name: string }) {
  const actions = (
    <>
      <Link className="button" to={`/pool/${id}`}>
        View the pool
      </Link>
      <Link className="button-secondary" to="/admin">
        Go to the admin page
      </Link>
    </>
  )
  return (
    <MessagePanel title={`${name} has ended`} actions={actions}>
      <p>A tournament that has ended can't be changed.</p>
    </MessagePanel>
  )
}

/** Creating is blocked while a tournament is active (docs/rules.md, 1.2). */
function NewTournament() {
  const client = useApi()
  const user = useQuery(userQuery(client))
  const tournaments = useQuery({ ...tournamentListQuery(client), refetchOnMount: 'always' })
  const isFresh = tournaments.isFetchedAfterMount && tournaments.data !== undefined

  const error = tournaments.error ?? user.error
  if (error !== null && !(isFresh && user.data !== undefined)) {
    return <ErrorPanel error={error} onRetry={() => Promise.all([tournaments.refetch(), user.refetch()])} />
  }
  if (!isFresh || tournaments.data === undefined || user.data === undefined) return <TournamentSkeleton />
  return <NewTournamentForm tournaments={tournaments.data} userId={user.data.id} />
}

type Props = { tournaments: readonly TournamentSummary[]; userId: number }

/** Only a tournament that is active when the form opens blocks it; a later one is reported by the save. */
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
      <p>Only one tournament can be active at a time. End this one on the admin page before you create another.</p>
      {hasDraft && <p>Your draft of the new tournament is stored on this device.</p>}
    </MessagePanel>
  )
}
