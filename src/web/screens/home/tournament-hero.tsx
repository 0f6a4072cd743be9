import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import type { Tournament, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { Freshness } from '#web/board/board-status.tsx'
import { useGroupTournament, useWholePool } from '#web/groups/use-friend-group.ts'
import { type LiveLeaderboard, useStandings } from '#web/live/use-standings.ts'
import { FeePanel } from '#web/payments/fee-panel.tsx'
import { toLongStartText } from '#web/time/time-text.ts'
import { timeUntil } from '#web/time/time-until.ts'
import { useNow } from '#web/time/use-now.ts'
import { canEditEntry } from '#web/tournament/entry-editability.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { useSelectedTournament } from '#web/tournament/use-selected-tournament.ts'
import { EntryCallToAction } from './entry-call-to-action.tsx'
import styles from './home-screen.module.css'
import { HomeStory } from './home-story.tsx'
import { PodiumPanel } from './podium-panel.tsx'

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
        <section className={`stack ruled ${styles.hero}`} aria-labelledby="hero">
          <p className="strong">Up next</p>
          <h2 id="hero">{name}</h2>
          <EntryCallToAction
            tournament={tournament}
            userId={userId}
            tournamentId={summary.id}
            hasFailed={selection.status === 'failed'}
            countdown={<Countdown start={tournament?.start ?? summary.start} />}
          />
          <FeePanel tournament={tournament ?? summary} />
        </section>
      )}
      {!isOpen && tournament === undefined && (
        <PlayedSection
          tournament={summary}
          isOrganiser={isOrganiser}
          status={toStatus(summary, undefined)}
          freshness={
            selection.status === 'failed' ? (
              toProblemText(selection.error)
            ) : (
              <span className="appear">Loading scores</span>
            )
          }
        />
      )}
      {!isOpen && tournament !== undefined && (
        <PlayedHero tournament={tournament} userId={userId} isOrganiser={isOrganiser} />
      )}
    </>
  )
}

type PlayedHeroProps = { tournament: TournamentWithEntries; userId: number; isOrganiser: boolean }

/** A tournament with its scores: under way, final, or ended (docs/rules.md, 5.3). */
function PlayedHero({ tournament, userId, isOrganiser }: PlayedHeroProps) {
  const { pool, standings, live } = useStandings(useGroupTournament(tournament))
  const whole = useWholePool(tournament, standings)
  const hasScores = live.leaderboard !== null
  const isStarted = useHasStarted(tournament)
  const freshness = toBoardFreshness(tournament, live)
  const { isFinal } = freshness
  return (
    <>
      <PlayedSection
        tournament={pool.tournament}
        isOrganiser={isOrganiser}
        status={toStatus(tournament, live)}
        freshness={<Freshness live={live} freshness={freshness} hasStarted={isStarted} />}
      >
        {hasScores && isFinal && (
          <PodiumPanel tournament={tournament} standings={standings} whole={whole} userId={userId} />
        )}
        {hasScores && tournament.active && (
          <HomeStory standings={standings} round={live.leaderboard} userId={userId} isFinal={isFinal} />
        )}
        {isFinal && tournament.active && isOrganiser && (
          <Link className="button-secondary" to="/admin">
            End the tournament
          </Link>
        )}
      </PlayedSection>
      <FeePanel tournament={tournament} standings={whole} />
    </>
  )
}

/** One line; scores are those of the newest leaderboard. */
function toStatus(tournament: Pick<Tournament, 'active'>, live: LiveLeaderboard | undefined) {
  if (!tournament.active) return 'The tournament is over. Please check back later.'
  if (!live?.leaderboard) return 'Entries are closed.'
  const { status, isFinal } = toBoardFreshness(tournament, live)
  return !isFinal && live.leaderboard.source.kind === 'hand' ? `${status}. The organisers enter the scores.` : status
}

type PlayedSectionProps = {
  tournament: Pick<Tournament, 'id' | 'name' | 'active'>
  isOrganiser: boolean
  status: string
  freshness?: ReactNode
  children?: ReactNode
}

function PlayedSection({ tournament, isOrganiser, status, freshness, children }: PlayedSectionProps) {
  const { id, name, active } = tournament
  return (
    <section className={`stack-wide ruled ${styles.played}`} aria-labelledby="hero">
      <div>
        <h2 id="hero">{name}</h2>
        <p className="cluster">
          <span>{status}</span>
          <span className="small-print">{freshness}</span>
        </p>
      </div>
      {children}
      {active ? (
        <Link className="button" to="/pool">
          Leaderboard
        </Link>
      ) : (
        <div className={`cluster ${styles.buttons}`}>
          {isOrganiser && <CreateTournamentLink />}
          <Link className="button-secondary" to={`/pool/${id}`}>
            See the final standings
          </Link>
        </div>
      )}
    </section>
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

/** The time until the start in its two or three largest units, and the start in the viewer’s time zone. */
function Countdown({ start }: { start: string }) {
  const now = useNow(1000)
  return (
    <>
      <p className={`cluster ${styles.countdown}`} role="timer">
        {timeUntil(new Date(start), now).map(({ value, unit }) => (
          <span key={unit}>
            <span className={`to-par ${styles.figure}`}>{value}</span> {unit}{' '}
          </span>
        ))}
      </p>
      <p className={styles.intro}>
        until the first tee time, <time dateTime={start}>{toLongStartText(start)}</time>. Picks close at the start.
      </p>
    </>
  )
}
