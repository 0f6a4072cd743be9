import { Link } from 'react-router'
import type { Tournament } from '#domain/tournament.ts'
import { useTabTitle } from '../board/use-tab-title.ts'
import { BoardHeading } from '../ui/board-heading.tsx'
import { BoardNotice } from '../ui/board-notice.tsx'
import { TournamentSwitcher } from './tournament-switcher.tsx'

type Props = { tournament: Tournament; board: 'pool' | 'golfers' }

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** In a board's place for a tournament of before the pool was kept here: of that there are the places alone. */
export function ImportedTournament({ tournament, board }: Props) {
  useTabTitle(`${tournament.name} - Player Pool`)
  return (
    <>
      <BoardHeading
        status="Final"
        switcher={<TournamentSwitcher selectedId={tournament.id} board={board} />}
        title={tournament.name}
        note={day.format(new Date(tournament.start))}
      />
      <BoardNotice action={<Link to="/results">Your results</Link>}>
        The picks and scores of this tournament were not recorded here. Its places count in the results.
      </BoardNotice>
    </>
  )
}

/** Was it imported? Whoever organises a tournament here lists its golfers. */
export function isImported({
  active,
  players,
}: Pick<Tournament, 'active'> & { players: readonly unknown[] }): boolean {
  return !active && players.length === 0
}
