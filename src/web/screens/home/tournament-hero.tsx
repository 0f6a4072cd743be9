import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { type Standing, standingsOfUser } from '#domain/standings/standings.ts'
import { formatNumber } from '#domain/text/format.ts'
import type { Tournament, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { BoardNumber, BoardToPar } from '#web/board/board-number.tsx'
import { toEntryAddress } from '#web/board/entry-address.ts'
import { PodiumPanel } from '#web/board/podium-panel.tsx'
import type { LiveLeaderboard } from '#web/live/use-live-leaderboard.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { toLongStartText } from '#web/time/time-text.ts'
import { timeUntil } from '#web/time/time-until.ts'
import { useNow } from '#web/time/use-now.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useSelectedTournament } from '#web/tournament/use-selected-tournament.ts'
import { EntryCallToAction } from './entry-call-to-action.tsx'
import styles from './home-screen.module.css'

type Props = {
  tournament: TournamentSummary
  userId: number
  /** Can create the next tournament once this one has ended. */
  isOrganiser: boolean
}

/** The current tournament on the home page: ended, under way, or upcoming (docs/rules.md, 1.2). */
export function TournamentHero({ tournament: summary, userId, isOrganiser }: Props) {
  const selection = useSelectedTournament()
  const tournament = selection.status === 'ready' ? selection.tournament : undefined
  const { name, active } = tournament ?? summary
  const isStarted = useHasStarted(tournament ?? summary)
  const canEdit = tournament === undefined ? active && !isStarted : canEditEntry(tournament, userId, isStarted)

  const isOpen = active && canEdit
  return (
    <>
      <p className="visually-hidden" role="status">
        {active && !canEdit ? 'The tournament has started.' : ''}
      </p>
      {isOpen && (
        <HeroSection label="Up next" title={name}>
          <EntryCallToAction
            {...{ tournament, userId }}
            tournamentId={summary.id}
            hasFailed={selection.status === 'failed'}
            countdown={<LiveCountdown start={tournament?.start ?? summary.start} />}
          />
        </HeroSection>
      )}
      {!isOpen && tournament === undefined && <WaitingHero summary={summary} isOrganiser={isOrganiser} />}
      {!isOpen && tournament !== undefined && <PlayedHero {...{ tournament, userId, isOrganiser }} />}
    </>
  )
}

/** A tournament that has started, while it loads: it may be under way or over. */
function WaitingHero({ summary, isOrganiser }: { summary: TournamentSummary; isOrganiser: boolean }) {
  const { id, name, active } = summary
  return (
    <HeroSection label={active ? 'Started' : 'Last played'} title={name}>
      <div className={styles.action}>
        <p className={styles.intro}>{active ? 'Entries are closed.' : overText}</p>
        <BoardLinks {...{ id, active, isOrganiser }} />
      </div>
    </HeroSection>
  )
}

const overText = 'The tournament is over. Please check back later.'

type PlayedHeroProps = { tournament: TournamentWithEntries; userId: number; isOrganiser: boolean }

/** A tournament with its scores: under way, final, or ended (docs/rules.md, 5.3). */
function PlayedHero({ tournament, userId, isOrganiser }: PlayedHeroProps) {
  const { standings, live } = useStandings(tournament)
  const { id, name, active } = tournament
  const state = toState(tournament, live)
  const own = live.leaderboard === null ? [] : standingsOfUser(standings, userId)
  const podium = live.leaderboard !== null && state.isFinal && tournament.cancelledReason === undefined && (
    <PodiumPanel {...{ tournament, standings, userId }} headingLevel={3} />
  )
  return (
    <HeroSection label={state.label} title={name}>
      {podium}
      <div className={styles['hero-columns']}>
        <div className={styles.action}>
          <p className={styles.intro}>{state.text}</p>
          <BoardLinks {...{ id, active, isOrganiser }} />
        </div>
        {active && own.length > 0 && <OwnStandings own={own} size={standings.size} {...{ tournament, userId }} />}
      </div>
    </HeroSection>
  )
}

function toState(tournament: TournamentWithEntries, live: LiveLeaderboard) {
  const { isFinal } = toBoardFreshness(tournament, live)
  if (tournament.cancelledReason !== undefined)
    return { isFinal, label: 'Ended without places', text: tournament.cancelledReason }
  if (!tournament.active) return { isFinal, label: 'Last played', text: overText }
  if (isFinal) return { isFinal, label: 'Final', text: 'Entries are closed. Play is over.' }
  const scores = live.leaderboard?.source.kind === 'hand' ? 'The organisers enter the scores.' : 'Scores are live.'
  if (live.leaderboard !== null) return { isFinal, label: 'Under way', text: `Entries are closed. ${scores}` }
  return { isFinal, label: 'Started', text: 'Entries are closed.' }
}

type BoardLinksProps = Pick<TournamentSummary, 'id' | 'active'> & { isOrganiser: boolean }

function BoardLinks({ id, active, isOrganiser }: BoardLinksProps) {
  if (active) {
    return (
      <Link className="button" to="/pool">
        Leaderboard
      </Link>
    )
  }
  return (
    <div className={`cluster ${styles.buttons}`}>
      {isOrganiser && <CreateTournamentLink />}
      <Link className="button-secondary" to={`/pool/${id}`}>
        See the final standings
      </Link>
    </div>
  )
}

/** For organisers while no tournament is active. */
export function CreateTournamentLink() {
  return (
    <Link className="button" to="/tournament/new">
      Create a tournament
    </Link>
  )
}

function LiveCountdown({ start }: { start: string }) {
  return <Countdown start={new Date(start)} now={useNow(1000)} />
}

type HeroSectionProps = { label: string; title: string; children: ReactNode }

function HeroSection({ label, title, children }: HeroSectionProps) {
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <p className="strong">{label}</p>
      <h2 id="hero">{title}</h2>
      {children}
    </section>
  )
}

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
        until the first tee time, <time dateTime={start.toISOString()}>{toLongStartText(start)}</time>. Picks close at
        the start.
      </p>
    </>
  )
}

type OwnStandingsProps = { tournament: Pick<Tournament, 'id'>; own: readonly Standing[]; size: number; userId: number }

/** The positions of the viewer’s entries, each with its details. */
function OwnStandings({ tournament, own, size, userId }: OwnStandingsProps) {
  return (
    <section className={styles.aside} aria-labelledby="own">
      <h3 id="own">Your entries</h3>
      <ol className={styles.standings}>
        {own.map((standing) => (
          <li key={standing.row}>
            <Link to={toEntryAddress(tournament.id, standing)}>
              <span>Entry {standing.entryNumber}</span>{' '}
              <BoardNumber className={styles.position}>{standing.position}</BoardNumber>{' '}
              {!standing.isDisqualified && <BoardToPar className={styles.score}>{standing.toPar}</BoardToPar>}
            </Link>
          </li>
        ))}
      </ol>
      <p className="small-print">
        Places are out of {formatNumber(size)} entries. <Link to={`/results/${userId}`}>Your results</Link>
      </p>
    </section>
  )
}
