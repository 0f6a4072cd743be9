import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useNow } from '#web/time/use-now.ts'
import { isOpenToViewer } from '#web/tournament/entries-open.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useShownTournament } from '#web/tournament/use-shown-tournament.ts'
import { Countdown } from './countdown.tsx'
import { EntryOffer } from './entry-offer.tsx'
import styles from './home-screen.module.css'
import { OwnStandings } from './own-standings.tsx'

type Props = { tournament: TournamentSummary; userId: number }

/** What the front page says of the tournament: over, under way, or still to come (specification, section 2 "Home"). */
export function TournamentLead({ tournament: head, userId }: Props) {
  const shown = useShownTournament()
  const tournament = shown.status === 'ready' ? shown.tournament : undefined
  const { name, active } = tournament ?? head
  const hasBegun = useHasStarted(tournament ?? head)
  const isOpen = tournament === undefined ? active && !hasBegun : isOpenToViewer(tournament, userId, hasBegun)

  if (!active) {
    return (
      <Story label="Last played" title={name}>
        <div className={styles['lead-row']}>
          <div className={styles['act']}>
            <p className={styles['lead']}>The tournament is over. Please check back later.</p>
            <Link className="button-quiet" to={`/pool/${head.id}`}>
              See how it ended
            </Link>
          </div>
          {tournament !== undefined && <OwnStandings tournament={tournament} userId={userId} />}
        </div>
      </Story>
    )
  }
  if (!isOpen) {
    return (
      <Story label="Under way" title={name} news="The tournament has started.">
        <div className={styles['lead-row']}>
          <div className={styles['act']}>
            <p className={styles['lead']}>Picks are closed and the scores are live.</p>
            <Link className="button" to="/pool">
              Leaderboard
            </Link>
          </div>
          {tournament !== undefined && <OwnStandings tournament={tournament} userId={userId} />}
        </div>
      </Story>
    )
  }
  return (
    <Story label="Next" title={name}>
      <EntryOffer
        {...{ tournament, userId }}
        tournamentId={head.id}
        hasFailed={shown.status === 'failed'}
        countdown={<LiveCountdown start={tournament?.start ?? head.start} />}
      />
    </Story>
  )
}

function LiveCountdown({ start }: { start: string }) {
  return <Countdown start={new Date(start)} now={useNow(1000)} />
}

type StoryProps = {
  label: string
  title: string
  /** Told to a screen reader when it becomes true in front of the reader. */
  news?: string
  children: ReactNode
}

function Story({ label, title, news = '', children }: StoryProps) {
  return (
    <section className={styles['story']} aria-labelledby="story">
      <p className={styles['label']}>{label}</p>
      <h2 id="story">{title}</h2>
      <p className="visually-hidden" role="status">
        {news}
      </p>
      {children}
    </section>
  )
}
