import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { hasRole, type User } from '#domain/permissions.ts'
import type { Tournament, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { seasonQuery } from '#web/api/tournament-queries.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { toLongDate } from '#web/time/time-text.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { useTabTitle } from '#web/ui/use-document-title.ts'
import { TournamentSwitcher } from './tournament-switcher.tsx'
import { useSelectedTournament } from './use-selected-tournament.ts'

type SelectedBoard = {
  readonly tournament: TournamentWithEntries
  readonly isCurrent: boolean
  readonly isRestored: boolean
  readonly user: User
}

type Props = {
  /** The board that a notice replaces if the tournament was imported. */
  board?: 'pool' | 'golfers'
  /** Shown while the board loads. */
  skeleton: ReactNode
  /** Shown when there is no tournament. */
  fallback?: ReactNode
  /** Waits for the server: what is restored from the offline cache is not enough. */
  needsServer?: boolean
  children: (board: SelectedBoard) => ReactNode
}

/** Passes the selected tournament and the user to a board, or explains why there is none. */
export function SelectedTournamentGate({
  board,
  skeleton,
  fallback = <NoTournament />,
  needsServer = false,
  children,
}: Props) {
  const selection = useSelectedTournament()
  const user = useQuery(userQuery)
  if (selection.status === 'none') return fallback
  if (selection.status === 'failed') return <ErrorPanel error={selection.error} onRetry={selection.retry} />
  if (user.data === undefined && user.error !== null) {
    return <ErrorPanel error={user.error} onRetry={() => user.refetch()} />
  }
  if (selection.status === 'loading' || user.data === undefined) return skeleton
  const { tournament, isCurrent, isRestored } = selection
  if (needsServer && isRestored) {
    return selection.error === null ? skeleton : <ErrorPanel error={selection.error} onRetry={selection.retry} />
  }
  if (board !== undefined && isImported(tournament)) {
    return <ImportedTournament tournament={tournament} board={board} />
  }
  return children({ tournament, isCurrent, isRestored, user: user.data })
}

function NoTournament() {
  const { data: user } = useQuery(userQuery)
  const isOrganiser = user !== undefined && hasRole(user, 'power')
  return (
    <MessagePanel
      title="No tournament"
      links={[isOrganiser ? ['Create a tournament', '/tournament/new'] : ['Go to the home page', '/home']]}
    >
      <p>The are no tournaments at this time. Please check back later.</p>
    </MessagePanel>
  )
}

/** Imported tournaments have no golfers; every other one has at least one in each tier. */
function isImported({ active, players }: Pick<Tournament, 'active'> & { players: readonly unknown[] }): boolean {
  return !active && players.length === 0
}

/** Everyone's best place, from the season of its year. */
function ImportedPlaces({ id, start }: Tournament) {
  const { data } = useQuery(seasonQuery(start.slice(0, 4)))
  const index = data?.tournaments.findIndex((tournament) => tournament.id === id) ?? -1
  const placed = (data?.people ?? []).flatMap(({ userId, name, places }) => {
    const place = places[index]
    return place == null ? [] : [{ userId, name, place: place === 0 ? Number.POSITIVE_INFINITY : place }]
  })
  if (placed.length === 0) return null
  return (
    <SmallTable
      label="Final places"
      columns={['Pos', 'Name']}
      heading="Name"
      rows={placed
        .toSorted((a, b) => a.place - b.place)
        .map(({ userId, name, place }) => ({
          key: userId,
          cells: [
            Number.isFinite(place) ? place : '--',
            <Link key="name" to={`/results/${userId}`}>
              {name}
            </Link>,
          ],
        }))}
    />
  )
}

type ImportedTournamentProps = { tournament: Tournament; board: 'pool' | 'golfers' }

/** Shown instead of a board: an imported tournament has places only (docs/rules.md, 10). */
function ImportedTournament({ tournament, board }: ImportedTournamentProps) {
  useTabTitle(`${tournament.name} - Player Pool`)
  return (
    <>
      <PageHeading
        status="Final"
        switcher={<TournamentSwitcher selectedId={tournament.id} board={board} />}
        title={tournament.name}
        note={toLongDate(tournament.start)}
      />
      <Notice action={<Link to="/results">Your results</Link>}>
        Picks and scores for this tournament aren’t available. Its final places still count in the results.
      </Notice>
      <ImportedPlaces {...tournament} />
    </>
  )
}
