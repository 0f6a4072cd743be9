import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { codeOf } from '#web/api/api-problem.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { tournamentToEditQuery } from '#web/api/tournament-form-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { TournamentForm } from './tournament-form.tsx'
import { TournamentNotFound } from './tournament-not-found.tsx'
import { TournamentSkeleton } from './tournament-skeleton.tsx'

/** Edits a tournament that has not ended (docs/rules.md, 1.2). */
export function EditTournament({ tournamentId }: { tournamentId: number }) {
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
