import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { hasStarted } from '#domain/tournament.ts'
import { tournamentQuery } from '../../api/tournament-queries.ts'
import { useApi } from '../../api/use-api.ts'
import { useNow } from '../../components/use-now.ts'
import { Countdown } from './countdown.tsx'
import styles from './home-screen.module.css'

type Props = { tournament: TournamentSummary; userId: number }

/** What the front page says of the tournament: over, under way, or still to come. */
export function TournamentLead({ tournament, userId }: Props) {
  const now = useNow(1000)
  if (!tournament.active) {
    return (
      <Story label="Last played" title={tournament.name}>
        <p className={styles['lead']}>The tournament is over. Please check back later.</p>
        <Link className="button-quiet" to={`/pool/${tournament.id}`}>
          See how it ended
        </Link>
      </Story>
    )
  }
  if (hasStarted(tournament, now)) {
    return (
      <Story label="Under way" title={tournament.name}>
        <p className={styles['lead']}>Picks are closed and the scores are live.</p>
        <Link className="button" to="/pool">
          Leaderboard
        </Link>
      </Story>
    )
  }
  return (
    <Story label="Next" title={tournament.name}>
      <Countdown start={new Date(tournament.start)} now={now} />
      <EntryOffer tournamentId={tournament.id} userId={userId} />
    </Story>
  )
}

function Story({ label, title, children }: { label: string; title: string; children: React.ReactNode }) {
  return (
    <section className={styles['story']} aria-labelledby="story">
      <p className={styles['label']}>{label}</p>
      <h2 id="story">{title}</h2>
      {children}
    </section>
  )
}

/** Edit when there is an entry, else create. Until that is known the place is kept, so that nothing jumps. */
function EntryOffer({ tournamentId, userId }: { tournamentId: number; userId: number }) {
  const { data, error } = useQuery(tournamentQuery(useApi(), tournamentId))
  const entry = data?.entries?.find((one) => one.userId === userId)
  if (data === undefined && error === null) return <div className={styles['offer']} aria-hidden="true" />
  return (
    <div className={styles['offer']}>
      {entry === undefined ? (
        <Link className="button" to="/entry/new">
          Create your entry
        </Link>
      ) : (
        <Link className="button" to={`/entry/edit/${entry.id}`}>
          Edit your entry
        </Link>
      )}
    </div>
  )
}
