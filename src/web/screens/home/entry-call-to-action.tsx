import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { picksPerEntryRecord, type TournamentWithEntries } from '#domain/tournament.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import { useUnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import styles from './home-screen.module.css'
import { OwnEntry } from './own-entry.tsx'

type Props = {
  tournamentId: number
  /** Undefined while it loads. */
  tournament: TournamentWithEntries | undefined
  userId: number
  hasFailed: boolean
  countdown: ReactNode
}

const noPlayers: TournamentWithEntries['players'] = []

/**
 * Before the start: a link to edit the viewer’s entry, or to create one. Space is reserved while the tournament loads, so
 * that nothing jumps. If it fails to load, the link leads to the new-entry form, which checks again.
 */
export function EntryCallToAction({ tournamentId, tournament, userId, hasFailed, countdown }: Props) {
  // Fetched in parallel with the tournament, so that both appear at once.
  const unavailableGolfers = useUnavailableGolfers(tournamentId, tournament?.players ?? noPlayers)
  const entry = tournament?.entries.find((each) => each.userId === userId)
  const draft = tournament && entryDrafts.find(localStorage, { userId, tournamentId: tournament.id })
  const isLoading = tournament === undefined && !hasFailed
  const picked = draft?.picks.filter((id) => id !== null).length ?? 0
  return (
    <div className={styles['hero-columns']}>
      <div className={styles['action']}>
        {countdown}
        <div className={styles['buttons']}>
          {!isLoading && entry === undefined && (
            <Link className="button" to="/entry/new">
              {draft === undefined ? 'Create your entry' : 'Continue your entry'}
            </Link>
          )}
          {entry !== undefined && (
            <Link className="button" to={`/entry/edit/${entry.id}`}>
              Edit your entry
            </Link>
          )}
          {entry !== undefined && (
            <Link className="button-secondary" to="/pool">
              See who has entered
            </Link>
          )}
          {draft !== undefined && (
            <p className={styles['unsaved']}>
              {entry === undefined
                ? `Not saved: ${picked} of ${picksPerEntryRecord} golfers picked.`
                : 'You have unsaved changes.'}
            </p>
          )}
        </div>
      </div>
      {tournament !== undefined && entry !== undefined && <OwnEntry {...{ tournament, entry, unavailableGolfers }} />}
      {entry === undefined && !isLoading && <HowItWorks />}
    </div>
  )
}

/** The game in three sentences, for new players. */
function HowItWorks() {
  return (
    <section className={styles['aside']} aria-labelledby="how">
      <h3 id="how">How it works</h3>
      <ol className={styles['rules']}>
        <li>Make three entries, each with one golfer from each of tiers A, B, C and D.</li>
        <li>In each entry, the worst golfer is dropped. The scores to par of the other three are added up.</li>
        <li>Answer two tiebreaker questions. Your picks stay hidden until the tournament starts.</li>
      </ol>
    </section>
  )
}
