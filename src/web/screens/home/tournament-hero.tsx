import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { standingsOfUser } from '#domain/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import { useStandings } from '#web/live/use-standings.ts'
import { timeUntil } from '#web/time/time-until.ts'
import { useNow } from '#web/time/use-now.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useSelectedTournament } from '#web/tournament/use-selected-tournament.ts'
import { EntryCallToAction } from './entry-call-to-action.tsx'
import styles from './home-screen.module.css'

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
          <div className={styles.action}>
            <p className={styles.intro}>
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
    <section className={styles.hero} aria-labelledby="hero">
      <p className={styles.label}>{label}</p>
      <h2 id="hero">{title}</h2>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {children}
    </section>
  )
}

const startFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** The time until the start in its two or three largest units, and the start in the viewer’s time zone. */
function Countdown({ start, now }: { start: Date; now: Date }) {
  return (
    <>
      <p className={styles.countdown} role="timer">
        {timeUntil(start, now).map(({ value, unit }) => (
          <span key={unit}>
            <span className={styles.figure}>{value}</span> {unit}{' '}
          </span>
        ))}
      </p>
      <p className={styles.intro}>
        until the first tee time, <time dateTime={start.toISOString()}>{startFormat.format(start)}</time>. Picks close
        at the start.
      </p>
    </>
  )
}

/** The live positions of the viewer’s entries; nothing without entries or scores. */
function OwnStandings({ tournament, userId }: { tournament: TournamentWithEntries; userId: number }) {
  const { standings, live } = useStandings(tournament)
  const ownStandings = standingsOfUser(standings, userId)
  if (live.leaderboard === null || ownStandings.length === 0) return null
  return (
    <section className={styles.aside} aria-labelledby="own">
      <h3 id="own">Your entries</h3>
      <ol className={styles.standings}>
        {ownStandings.map((standing) => (
          <li key={standing.row}>
            <span>Entry {standing.entryNumber}</span>
            <BoardNumber className={styles.position}>{standing.position}</BoardNumber>
            {!standing.isDisqualified && <BoardToPar className={styles.score}>{standing.toPar}</BoardToPar>}
          </li>
        ))}
      </ol>
      <p className="small-print">
        Out of {standings.size.toLocaleString()} entries. <Link to={`/results/${userId}`}>Your results</Link>
      </p>
    </section>
  )
}
