import { Fragment, type ReactNode, useState } from 'react'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { TiedAnswers } from '#web/board/tied-answers.tsx'
import { toMomentText } from '#web/time/time-text.ts'
import { Confirmation, Question, Warning } from '#web/ui/confirmation.tsx'
import { Field } from '#web/ui/field.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import type { EndTournamentPreview, NoPlaces } from './end-tournament-preview.ts'
import type { EndTournamentFlow } from './use-end-tournament.ts'

/** Previews the end of a tournament and asks for confirmation (docs/rules.md, 5.1). */
export function EndTournamentModal({ modal, end, close, getFinalFocus }: EndTournamentFlow) {
  const [reason, setReason] = useState<string | null>(null)
  if (modal === null) return null
  const { tournament, preview } = modal.subject
  return (
    <Confirmation
      {...{ modal, close, getFinalFocus }}
      title={`End ${tournament.name}`}
      onYes={(pending) => end(pending, reason?.trim() ?? null)}
      isBlocked={preview.kind === 'hidden' || reason?.trim() === ''}
    >
      <EndTournamentSummary
        preview={preview}
        cancellation={<CancellationField reason={reason} onChange={setReason} />}
      />
    </Confirmation>
  )
}

const question = 'Are you sure the tournament has concluded?'

const noPlaces: Readonly<Record<NoPlaces, [title: string, text: string]>> = {
  'not-started': ['The tournament hasn’t started.', 'It will end as cancelled, without places.'],
  'no-scores': ['There is no leaderboard.', 'Nobody has played, so the tournament will end without places.'],
  'no-entries': ['There are no entries.', 'The tournament will end without places.'],
}

/** Warnings, the final places, then the question. */
function EndTournamentSummary(props: { preview: EndTournamentPreview; cancellation: ReactNode }) {
  const { preview, cancellation } = props
  if (preview.kind === 'hidden') {
    return (
      <Warning title="The tournament has only just started.">
        Picks aren’t visible yet. Close this and try again in a minute.
      </Warning>
    )
  }
  return (
    <div className="stack-close">
      {preview.kind === 'none' ? (
        <Warning title={noPlaces[preview.why][0]}>
          {noPlaces[preview.why][1]} It won’t count in anyone’s results.
        </Warning>
      ) : (
        <>
          <EndWarnings {...preview} />
          <Places standings={preview.standings} />
          <TiedAnswers standings={preview.standings} />
        </>
      )}
      <p className="small-print">
        This ends the tournament for everyone. Scores stop updating. Only an admin can reopen it.
      </p>
      {cancellation}
      <Question>{question}</Question>
    </div>
  )
}

type CancellationFieldProps = { reason: string | null; onChange: (reason: string | null) => void }

/** For an event that was abandoned. */
function CancellationField({ reason, onChange }: CancellationFieldProps) {
  return (
    <>
      <label className="choice">
        <input
          type="checkbox"
          checked={reason !== null}
          onChange={({ target }) => onChange(target.checked ? '' : null)}
        />
        End without places
      </label>
      {reason !== null && (
        <Field label="Reason, which everyone can read">
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={reason}
              required
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </>
  )
}

function EndWarnings({ event, stale }: Pick<EndTournamentPreview & { kind: 'places' }, 'event' | 'stale'>) {
  return (
    <>
      {!event.completed && (
        <Warning title="The event is not over.">
          Its last state: {event.roundStatus}. These places become final, even if play continues.
        </Warning>
      )}
      {stale !== null && (
        <Warning title="The scores may be out of date.">
          There have been no new scores since {toMomentText(stale.since)}: {stale.reason}
        </Warning>
      )}
    </>
  )
}

/** Few enough to read before answering the question. */
const initialRows = 6

function Places({ standings }: { standings: Standings }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const shown = isExpanded ? standings.size : Math.min(initialRows, standings.size)
  const disqualified = standings.size - standings.placed
  return (
    <>
      <SmallTable
        label="Final places"
        columns={['Pos', 'Name', 'To Par']}
        heading="Name"
        numbers={1}
        rows={Array.from({ length: shown }, (_, line) => standingAt(standings, line)).map((standing) => ({
          key: standing.row,
          isStrong: standing.place === 1,
          cells: [
            <Fragment key="position">
              {standing.position}
              {standing.isDisqualified && <span className="visually-hidden"> disqualified</span>}
            </Fragment>,
            standing.displayName,
            standing.toPar,
          ],
        }))}
      />
      {shown < standings.size && (
        <button type="button" className="button-secondary" onClick={() => setIsExpanded(true)}>
          Show all {formatNumber(standings.size)} places
        </button>
      )}
      {disqualified > 0 && (
        <p className="small-print">
          {formatCount(disqualified, 'entry', 'entries')} {disqualified === 1 ? 'is' : 'are'} disqualified (“--”) and{' '}
          {disqualified === 1 ? 'gets' : 'get'} no place.
        </p>
      )}
    </>
  )
}
