import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#domain/permissions.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { FailedPanel } from '../api/failed-panel.tsx'
import { useApi } from '../api/use-api.ts'
import { userQuery } from '../api/user-queries.ts'
import { StatePanel } from '../ui/state-panel.tsx'
import { useShownTournament } from './use-shown-tournament.ts'

type Board = { readonly tournament: TournamentWithEntries; readonly isCurrent: boolean; readonly user: User }

type Props = {
  /** Stands in the board's place, in its size, until it is there. */
  skeleton: ReactNode
  /** Stands there when there is no tournament; a panel that says so unless given. */
  none?: ReactNode
  children: (board: Board) => ReactNode
}

/** Hands a board its tournament and its reader; says why when there is none. */
export function ShownTournamentGate({ skeleton, none = <NoTournament />, children }: Props) {
  const shown = useShownTournament()
  const user = useQuery(userQuery(useApi()))
  if (shown.status === 'none') return none
  if (shown.status === 'failed') return <FailedPanel error={shown.error} onRetry={shown.retry} />
  if (user.data === undefined && user.error !== null) {
    return <FailedPanel error={user.error} onRetry={() => user.refetch()} />
  }
  if (shown.status === 'loading' || user.data === undefined) return skeleton
  return children({ tournament: shown.tournament, isCurrent: shown.isCurrent, user: user.data })
}

function NoTournament() {
  return (
    <StatePanel title="No tournament">
      <p>The are no tournaments at this time. Please check back later.</p>
    </StatePanel>
  )
}
