import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useNow } from '#web/time/use-now.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useSelectedTournament } from '#web/tournament/use-selected-tournament.ts'
import { Countdown } from './countdown.tsx'
import { EntryCallToAction } from './entry-call-to-action.tsx'
import styles from './home-screen.module.css'
import { OwnStandings } from './own-standings.tsx'

type Props = { tournament: TournamentSummary; userId: number }

/** The current tournament on the home page: ended, under way, or upcoming (docs/rules.md, 1.2). */
export function TournamentHero({ tournament: summary, userId }: Props) {
  const selection = useSelectedTournament()
  const tournament = selection.status === 'ready' ? selection.tournament : undefined
  const { name, active } = tournament ?? summary
  const isStarted = useHasStarted(tournament ?? summary)
  const canEdit = tournament === undefined ? active && !isStarted : canEditEntry(tournament, userId, isStarted)

  if (!active || !canEdit) {
    return (
      <HeroSection
        label={active ? 'Under way' : 'Last played'}
        title={name}
        announcement={active ? 'The tournament has started.' : ''}
      >
        <div className={styles['hero-columns']}>
          <div className={styles['action']}>
            <p className={styles['intro']}>
              {active ? 'Entries are closed. Scores are live.' : 'The tournament is over. Please check back later.'}
            </p>
            {active ? (
              <Link className="button" to="/pool">
                Leaderboard
              </Link>
            ) : (
              <Link className="button-secondary" to={`/pool/${summary.id}`}>
                See the final standings
              </Link>
            )}
          </div>
          {tournament !== undefined && <OwnStandings tournament={tournament} userId={userId} />}
        </div>
      </HeroSection>
    )
  }
  return (
    <HeroSection label="Up next" title={name}>
      <EntryCallToAction
        {...{ tournament, userId }}
        tournamentId={summary.id}
        hasFailed={selection.status === 'failed'}
        countdown={<LiveCountdown start={tournament?.start ?? summary.start} />}
      />
    </HeroSection>
  )
}

function LiveCountdown({ start }: { start: string }) {
  return <Countdown start={new Date(start)} now={useNow(1000)} />
}

type HeroSectionProps = {
  label: string
  title: string
  /** Read out by screen readers when it appears while the page is open. */
  announcement?: string
  children: ReactNode
}

function HeroSection({ label, title, announcement = '', children }: HeroSectionProps) {
  return (
    <section className={styles['hero']} aria-labelledby="hero">
      <p className={styles['label']}>{label}</p>
      <h2 id="hero">{title}</h2>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {children}
    </section>
  )
}
