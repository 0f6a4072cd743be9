import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Link } from 'wouter'
import { formatList, formatNumber } from '#domain/text/format.ts'
import type { Entry, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { entryDrafts } from '#web/forms/entry-drafts.ts'
import { toUnavailableSentence } from '#web/golfer/unavailable-badge.tsx'
import { type UnavailableGolfers, useUnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import { PickCard } from '#web/own-entries/pick-card.tsx'
import { UnsavedEntryNotice } from '#web/own-entries/unsaved-entry-notice.tsx'
import { toMoment } from '#web/time/time-text.ts'
import { CalendarButton } from '#web/tournament/calendar-button.tsx'
import { sealedText } from '#web/tournament/entry-editability.ts'
import styles from './home-screen.module.css'

/** If its code cannot be loaded, nothing is offered. */
const EntryOffers = lazy(() =>
  import('#web/own-entries/entry-offers.tsx').then(
    (module) => ({ default: module.EntryOffers }),
    () => ({ default: () => null }),
  ),
)

type Props = {
  tournamentId: number
  /** Undefined while it loads. */
  tournament: TournamentWithEntries | undefined
  userId: number
  hasFailed: boolean
  countdown: ReactNode
}

const noTournament: { players: TournamentWithEntries['players']; fieldState?: undefined } = { players: [] }

/**
 * Before the start: a link to edit the viewer’s entry, or to create one. Space is reserved while the tournament loads, so
 * that nothing jumps. If it fails to load, the link leads to the new-entry form, which checks again.
 */
export function EntryCallToAction({ tournamentId, tournament, userId, hasFailed, countdown }: Props) {
  // Fetched in parallel with the tournament, so that both appear at once.
  const { players, fieldState } = tournament ?? noTournament
  const unavailableGolfers = useUnavailableGolfers(tournamentId, { players, fieldState })
  const entry = tournament?.entries.find((entry) => entry.userId === userId)
  const draft = tournament && entryDrafts.find({ userId, tournamentId: tournament.id })
  const isLoading = tournament === undefined && !hasFailed
  return (
    <div className={`parts ${styles['hero-columns']}`}>
      <div className={`stack ${styles.action}`}>
        {countdown}
        <div className={`cluster ${styles.buttons}`}>
          <span className={isLoading ? 'appear' : 'visually-hidden'} role="status">
            {isLoading && 'Loading your entry'}
          </span>
          {!isLoading && entry === undefined && (
            <Link className="button" to="/entry/new">
              {draft === undefined ? 'Create your entry' : 'Continue your entry'}
            </Link>
          )}
          {entry?.isSealed && <p className="strong">{sealedText}.</p>}
          {entry !== undefined && !entry.isSealed && (
            <Link className="button" to={`/entry/edit/${entry.id}`}>
              Edit your entry
            </Link>
          )}
          {tournament !== undefined && entry === undefined && <CalendarButton tournament={tournament} />}
          {tournament !== undefined && <UnsavedEntryNotice tournament={tournament} userId={userId} />}
        </div>
      </div>
      <div className="stack-wide">
        {tournament !== undefined && entry !== undefined && !entry.isSealed && (
          <OwnEntry tournament={tournament} entry={entry} unavailableGolfers={unavailableGolfers} />
        )}
        {entry === undefined && !isLoading && <HowItWorks />}
        {tournament !== undefined && <Entrants entries={tournament.entries} />}
        {tournament !== undefined && entry !== undefined && !entry.isSealed && (
          <Suspense>
            <EntryOffers tournament={tournament} userId={userId} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Names of entrants shown on the home page; the pool has all. */
const mostNames = 12

/** Who has entered: names and a count, nothing else. */
function Entrants({ entries }: { entries: TournamentWithEntries['entries'] }) {
  const names = entries.map(({ name }) => name)
  const more = names.length - mostNames
  return (
    <section className={`stack-tight ${styles.aside}`} aria-labelledby="entered">
      <h3 id="entered">Entered: {formatNumber(names.length)}</h3>
      <p>{names.length === 0 ? 'No one has entered yet.' : formatList(names.slice(0, mostNames), Math.max(0, more))}</p>
      {more > 0 && (
        <Link className="target" to="/pool">
          See everybody who has entered
        </Link>
      )}
    </section>
  )
}

/** The game in three sentences, for people who are new to it. */
function HowItWorks() {
  return (
    <section className={`stack-close ${styles.aside}`} aria-labelledby="how">
      <h3 id="how">How it works</h3>
      <ol className="stack-tight points">
        <li>Make three entries, each with one golfer from each of tiers A, B, C and D.</li>
        <li>In each entry, the worst golfer is dropped. The scores to par of the other three are added up.</li>
        <li>Answer two tiebreaker questions. Your picks stay hidden until the tournament starts.</li>
      </ol>
    </section>
  )
}

type OwnEntryProps = { tournament: TournamentWithEntries; entry: Entry; unavailableGolfers: UnavailableGolfers }

/** The viewer’s saved entry, and a warning about picks who will not play (docs/rules.md, 9.2). */
function OwnEntry({ tournament, entry, unavailableGolfers }: OwnEntryProps) {
  const { players, tiebreakers } = tournament
  const names = useMemo(() => new Map(players.map(({ id, name }) => [id, name])), [players])
  const picks = entry.selections.map(({ playerId: id }) => ({
    id,
    name: names.get(id) ?? '',
    unavailable: unavailableGolfers.get(id),
  }))
  const unavailable = new Map(
    picks.flatMap(({ id, name, unavailable }) =>
      unavailable === undefined ? [] : [[id, { name, unavailable }] as const],
    ),
  )
  return (
    <section className={`stack-close ${styles.aside}`} aria-labelledby="own">
      <div className={`cluster small-print ${styles['aside-head']}`}>
        <h3 id="own">Your entry</h3>
        {entry.changedAt !== undefined && (
          <p>
            Saved <time dateTime={entry.changedAt}>{toMoment(entry.changedAt, new Date())}</time>
          </p>
        )}
      </div>
      {unavailable.size > 0 && (
        <p className={styles.unavailable} role="status">
          {toUnavailableSentence([...unavailable.values()])}{' '}
          <Link to={`/entry/edit/${entry.id}`}>Choose a replacement</Link> before the tournament starts.
        </p>
      )}
      <div className="small">
        <PickCard picks={picks} />
      </div>
      <dl className={styles.answers}>
        {tiebreakers.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions are identified by their number.
          <div key={index}>
            <dt>{question}</dt>
            <dd>{entry.tiebreakers[index]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
