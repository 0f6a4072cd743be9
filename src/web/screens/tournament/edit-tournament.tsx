import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { codeOf } from '#web/api/api-problem.ts'
import { FailedPanel } from '#web/api/failed-panel.tsx'
import { tournamentToEditQuery } from '#web/api/tournament-form-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { TournamentForm } from './tournament-form.tsx'
import { TournamentNotFound } from './tournament-not-found.tsx'
import { TournamentSkeleton } from './tournament-skeleton.tsx'

/** What has ended is over for good; everything else can be changed. */
export function EditTournament({ tournamentId }: { tournamentId: number }) {
  const client = useApi()
  const user = useQuery(userQuery(client))
  const found = useQuery(tournamentToEditQuery(client, tournamentId))

  if (found.error !== null && codeOf(found.error) === 'not-found') return <TournamentNotFound />
  const error = found.error ?? user.error
  if (error !== null && (found.data === undefined || user.data === undefined)) {
    return <FailedPanel error={error} onRetry={() => Promise.all([found.refetch(), user.refetch()])} />
  }
  if (found.data === undefined || user.data === undefined) return <TournamentSkeleton />
  if (!found.data.active) return <Ended id={found.data.id} name={found.data.name} />
  return <TournamentForm userId={user.data.id} opened={found.data} />
}

function Ended({ id, name }: { id: number; name: string }) {
  const actions = (
    <>
      <Link className="button" to={`/pool/${id}`}>
        See its pool
      </Link>
      <Link className="button-quiet" to="/admin">
        Go to the admin page
      </Link>
    </>
  )
  return (
    <StatePanel title={`${name} has ended`} actions={actions}>
      <p>What was played stays as it is: a tournament that has ended cannot be changed.</p>
    </StatePanel>
  )
}
