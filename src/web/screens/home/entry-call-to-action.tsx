import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { picksPerEntryRecord, type TournamentWithEntries } from '#domain/tournament.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import { useUnavailableGolfers } from '#web/golfer/use-unavailable-golfers.ts'
import styles from './home-screen.module.css'
import { OwnEntry } from './own-entry.tsx'

type Props = {
  tournamentId: number
  /** Undefined until it is known. */
  tournament: TournamentWithEntries | undefined
  userId: number
  hasFailed: boolean
  countdown: ReactNode
}

const noPlayers: TournamentWithEntries['players'] = []

/**
 * Before the start: edit when there is an entry, else create. Until that is known the places are kept, so that nothing
 * jumps; when it cannot be known the form's own page finds it out.
 */
export function EntryCallToAction({ tournamentId, tournament, userId, hasFailed, countdown }: Props) {
  // Asked for together with the tournament, so that what it tells stands there from the first.
  const unavailableGolfers = useUnavailableGolfers(tournamentId, tournament?.players ?? noPlayers)
  const entry = tournament?.entries.find((one) => one.userId === userId)
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
              {draft === undefined ? 'Create your entry' : 'Go on with your entry'}
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
                ? `Not saved yet: ${picked} of ${picksPerEntryRecord} picked.`
                : 'You have changes that are not saved yet.'}
            </p>
          )}
        </div>
      </div>
      {tournament !== undefined && entry !== undefined && (
        <OwnEntry {...{ tournament, entry, unavailableGolfers }} />
      )}
      {entry === undefined && !isLoading && <HowItWorks />}
    </div>
  )
}

/** For somebody who has never played: the game in three sentences. */
function HowItWorks() {
  return (
    <section className={styles['aside']} aria-labelledby="how">
      <h3 id="how">How it works</h3>
      <ol className={styles['rules']}>
        <li>Make three entries, each with one golfer of tier A, B, C and D.</li>
        <li>The worst golfer of an entry does not count. The other three add up, to par.</li>
        <li>Answer two questions for when scores are tied. Nobody sees your picks before the start.</li>
      </ol>
    </section>
  )
}
