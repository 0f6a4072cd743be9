import { Link } from 'react-router'
import { standingsOfUser } from '#domain/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { BoardNumber } from '#web/board/board-number.tsx'
import { BoardToPar } from '#web/board/board-to-par.tsx'
import { useStandings } from '#web/live/use-standings.ts'
import styles from './home-screen.module.css'

/** The live positions of the viewer’s entries; nothing without entries or scores. */
export function OwnStandings({ tournament, userId }: { tournament: TournamentWithEntries; userId: number }) {
  const { standings, live } = useStandings(tournament)
  const ownStandings = standingsOfUser(standings, userId)
  if (live.leaderboard === null || ownStandings.length === 0) return null
  return (
    <section className={styles['aside']} aria-labelledby="own">
      <h3 id="own">Your entries</h3>
      <ol className={styles['standings']}>
        {ownStandings.map((standing) => (
          <li key={standing.row}>
            <span>Entry {standing.entryNumber}</span>
            <BoardNumber className={styles['position']}>{standing.position}</BoardNumber>
            {!standing.isDisqualified && <BoardToPar className={styles['score']}>{standing.toPar}</BoardToPar>}
          </li>
        ))}
      </ol>
      <p className="small-print">
        Out of {standings.size.toLocaleString()} entries. <Link to={`/results/${userId}`}>Your results</Link>
      </p>
    </section>
  )
}
