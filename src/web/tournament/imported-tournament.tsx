import { Link } from 'wouter'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { useTabTitle } from '../board/use-tab-title.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TournamentSwitcher } from './tournament-switcher.tsx'

type Props = { tournament: Tournament; board: 'pool' | 'golfers' }

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** Shown instead of a board: an imported tournament has places only (docs/rules.md, 10). */
export function ImportedTournament({ tournament, board }: Props) {
  useTabTitle(`${tournament.name} - Player Pool`)
  return (
    <>
      <PageHeading
        status="Final"
        switcher={<TournamentSwitcher selectedId={tournament.id} board={board} />}
        title={tournament.name}
        note={day.format(new Date(tournament.start))}
      />
      <Notice action={<Link to="/results">Your results</Link>}>
        Picks and scores for this tournament aren't available. Its final places still count in the results.
      </Notice>
    </>
  )
}
