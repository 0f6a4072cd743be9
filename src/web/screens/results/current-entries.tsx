import { Link } from 'wouter'
import type { UserResults } from '#contract/results-contract.ts'
import { toOutText, toOutWord } from '#domain/standings/entry-figures.ts'
import { type Standing, standingsOfUser } from '#domain/standings/standings.ts'
import { hasStarted, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import { Freshness } from '#web/board/board-status.tsx'
import { useStandings } from '#web/live/use-standings.ts'
import { useSelectedTournament } from '#web/tournament/use-selected-tournament.ts'
import { SmallTable } from '#web/ui/small-table.tsx'
import { toEntryAddress } from '#web/url/entry-address.ts'
import styles from './results-screen.module.css'

/** The user’s entries in the tournament under way, with links to their picks; nothing before the start. */
export function CurrentEntries({ user }: Pick<UserResults, 'user'>) {
  const selection = useSelectedTournament()
  if (selection.status === 'loading') {
    return (
      <p className="appear small-print" role="status">
        Loading the current tournament
      </p>
    )
  }
  if (selection.status === 'failed') {
    return (
      <p className="small-print" role="status">
        The current tournament couldn’t be loaded. {toProblemText(selection.error)}
      </p>
    )
  }
  if (selection.status === 'none') return null
  const { tournament } = selection
  const isPlayed = tournament.active && hasStarted(tournament, new Date())
  const hasEntered = tournament.entries.some(({ userId, selections }) => userId === user.id && selections.length > 0)
  return isPlayed && hasEntered ? <Entries tournament={tournament} userId={user.id} /> : null
}

function Entries({ tournament, userId }: { tournament: TournamentWithEntries; userId: number }) {
  const { standings, live } = useStandings(tournament)
  const freshness = toBoardFreshness(tournament, live)
  const { status } = freshness
  const hasScores = live.leaderboard !== null
  return (
    <section className={`ruled ${styles.current}`} aria-labelledby="current">
      <p className="strong">{status === '' ? 'Started' : status}</p>
      <h2 id="current">{tournament.name}</h2>
      <p className="small-print">
        <Freshness live={live} freshness={freshness} hasStarted />
      </p>
      <SmallTable
        label="Entries"
        columns={['Entry', 'Pos', 'Golfers', 'To Par']}
        heading="Entry"
        numbers={1}
        rows={standingsOfUser(standings, userId).map((standing) => ({
          key: standing.row,
          cells: [
            <Link key="entry" className="target number" to={toEntryAddress(tournament.id, standing)}>
              Entry {standing.entryNumber}
            </Link>,
            hasScores && <BoardNumber className="strong number">{standing.position}</BoardNumber>,
            <ul key="golfers" className={`small-print ${styles.golfers}`}>
              {standing.golfers.map(({ golfer }) => (
                <li key={golfer.espnId}>{golfer.shortName}</li>
              ))}
            </ul>,
            hasScores && <ToPar key="to-par" standing={standing} />,
          ],
        }))}
      />
    </section>
  )
}

function ToPar({ standing }: { standing: Standing }) {
  if (standing.isDisqualified) return <span className="small-print">{toOutText(standing, toOutWord)}</span>
  return <BoardToPar>{standing.toPar}</BoardToPar>
}
