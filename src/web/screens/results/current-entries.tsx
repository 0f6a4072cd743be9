import { Link } from 'wouter'
import type { UserResults } from '#contract/results-contract.ts'
import { standingsOfUser } from '#domain/standings/standings.ts'
import { hasStarted, type TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import { toEntryAddress } from '#web/board/entry-address.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { useSelectedTournament } from '#web/tournament/use-selected-tournament.ts'
import styles from './current-entries.module.css'

/** The user’s entries in the tournament under way, with links to their picks; nothing before the start. */
export function CurrentEntries({ user }: Pick<UserResults, 'user'>) {
  const selection = useSelectedTournament()
  if (selection.status !== 'ready') return null
  const { tournament } = selection
  const isPlayed = tournament.active && hasStarted(tournament, new Date())
  const hasEntered = tournament.entries.some(({ userId, selections }) => userId === user.id && selections.length > 0)
  return isPlayed && hasEntered ? <Entries tournament={tournament} userId={user.id} /> : null
}

function Entries({ tournament, userId }: { tournament: TournamentWithEntries; userId: number }) {
  const { standings, live } = useStandings(tournament)
  const { status } = toBoardFreshness(tournament, live)
  const hasScores = live.leaderboard !== null
  return (
    <section className={styles.current} aria-labelledby="current">
      <p className="strong">{status === '' ? 'Started' : status}</p>
      <h2 id="current">{tournament.name}</h2>
      <ol className="lines">
        {standingsOfUser(standings, userId).map((standing) => (
          <li key={standing.row}>
            <Link className={`target ${styles.entry}`} to={toEntryAddress(tournament.id, standing)}>
              Entry {standing.entryNumber}
            </Link>
            <BoardNumber className={`strong ${styles.position}`}>{hasScores ? standing.position : ''}</BoardNumber>
            <span className={`small-print ${styles.golfers}`}>
              {standing.golfers.map(({ golfer }) => golfer.shortName).join(', ')}
            </span>
            {hasScores && !standing.isDisqualified && (
              <BoardToPar className={styles.score}>{standing.toPar}</BoardToPar>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
