import { useState } from 'react'
import { type Standings, standingAt } from '#domain/standings.ts'
import { toMomentText } from '../shared/admin-time.ts'
import { formatCount } from '../shared/format-count.ts'
import { Question } from '../shared/question.tsx'
import { Warning } from '../shared/warning.tsx'
import type { EndTournamentPreview, NoPlaces } from './end-tournament-preview.ts'
import styles from './end-tournament-summary.module.css'

const question = 'Are you sure the tournament has concluded?'

const noPlaces: Readonly<Record<NoPlaces, [title: string, text: string]>> = {
  'not-started': ['It has not started.', 'It ends as one that was called off: without places.'],
  'no-scores': [
    'There is no leaderboard.',
    'Nothing was played as far as the feed has told: it ends without places.',
  ],
  'no-entries': ['Nobody has entered.', 'It ends without places.'],
}

/** What a Yes will make of the tournament: first what speaks against it, then the final places, then the question. */
export function EndTournamentSummary({ preview }: { preview: EndTournamentPreview }) {
  if (preview.kind === 'hidden') {
    return (
      <Warning title="It has only just started.">
        The picks are not shown yet. Close this and try again in a minute.
      </Warning>
    )
  }
  return (
    <div className={styles['preview']}>
      {preview.kind === 'none' ? (
        <Warning title={noPlaces[preview.why][0]}>
          {noPlaces[preview.why][1]} It then counts in nobody’s results.
        </Warning>
      ) : (
        <>
          <EndWarnings {...preview} />
          <Places standings={preview.standings} />
        </>
      )}
      <p className={styles['note']}>
        Afterwards it is over for everybody, its scores are not asked for any more, and it cannot be made
        active again.
      </p>
      <Question>{question}</Question>
    </div>
  )
}

function EndWarnings({ event, stale }: Pick<EndTournamentPreview & { kind: 'places' }, 'event' | 'stale'>) {
  return (
    <>
      {!event.completed && (
        <Warning title="The event is not over.">
          The feed says: {event.roundStatus}. The places below would stay as they are, whatever is still
          played.
        </Warning>
      )}
      {stale !== null && (
        <Warning title="The scores may be old.">
          The feed has not answered since {toMomentText(stale.since)}: {stale.reason}
        </Warning>
      )}
    </>
  )
}

/** So many are read before a question; the rest is a press away. */
const initialRows = 6

function Places({ standings }: { standings: Standings }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const shown = isExpanded ? standings.size : Math.min(initialRows, standings.size)
  const out = standings.size - standings.placed
  return (
    <>
      <table className={styles['places']} aria-label="Final places">
        <thead>
          <tr>
            <th scope="col">Pos</th>
            <th scope="col">Name</th>
            <th scope="col" className="number">
              To Par
            </th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, line) => standingAt(standings, line)).map((standing) => (
            <tr key={standing.row} data-first={standing.place === 1 ? '' : undefined}>
              <td>
                {standing.position}
                {standing.isDisqualified && <span className="visually-hidden"> disqualified</span>}
              </td>
              <th scope="row">{standing.displayName}</th>
              <td className="number">{standing.toPar}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown < standings.size && (
        <button type="button" className="button-secondary" onClick={() => setIsExpanded(true)}>
          Show all {standings.size.toLocaleString()} places
        </button>
      )}
      {out > 0 && (
        <p className={styles['note']}>
          {formatCount(out, 'entry', 'entries')} {out === 1 ? 'is' : 'are'} disqualified: “--”, without a
          place.
        </p>
      )}
    </>
  )
}
