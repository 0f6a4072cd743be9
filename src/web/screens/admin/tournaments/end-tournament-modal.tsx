import { Fragment, useState } from 'react'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { TiedAnswers } from '#web/board/tied-answers.tsx'
import { toMomentText } from '#web/time/time-text.ts'
import { Confirmation, Question, Warning } from '#web/ui/confirmation.tsx'
import { Choice, InputField } from '#web/ui/field.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { type EndTournamentFlow, type EndTournamentPreview, isTied, type NoPlaces } from './use-end-tournament.ts'

/** Previews the end of a tournament and asks for confirmation; after the end, who wins a tie (docs/rules.md, 5.1). */
export function EndTournamentModal({ modal, end, close, getFinalFocus }: EndTournamentFlow) {
  const [reason, setReason] = useState<string | null>(null)
  const [typed, setTyped] = useState<string>()
  if (modal === null) return null
  const { tournament, preview } = modal.subject
  const isEnding = tournament.active
  const decision = typed ?? tournament.decision ?? ''
  return (
    <Confirmation
      {...{ modal, close, getFinalFocus }}
      title={isEnding ? `End ${tournament.name}` : `First place of ${tournament.name}`}
      onYes={(pending) => end(pending, { reason: reason?.trim() ?? null, decision })}
      isBlocked={preview.kind === 'hidden' || reason?.trim() === ''}
    >
      {preview.kind === 'hidden' ? (
        <Warning title="The tournament has only just started.">
          Picks aren’t visible yet. Close this and try again in a minute.
        </Warning>
      ) : (
        <div className="stack-close">
          <Outcome {...{ preview, isEnding }} />
          {isTied(preview) && <InputField {...decisionField} value={decision} onChange={setTyped} />}
          {isEnding && (
            <p className="small-print">
              This ends the tournament for everyone. Scores stop updating. Only an admin can reopen it.
            </p>
          )}
          {isEnding && <CancellationField reason={reason} onChange={setReason} />}
          <Question>{isEnding ? 'Are you sure the tournament has concluded?' : 'Save this decision?'}</Question>
        </div>
      )}
    </Confirmation>
  )
}

/** Without a decision, the place is only shared. */
const decisionField = {
  maxLength: 200,
  label: 'Who wins (optional)',
  help: 'Such as “Ann Ash wins: her answer is closer.” Everyone sees it with the winners. The places stay shared.',
}

const noPlaces: Readonly<Record<NoPlaces, [title: string, text: string]>> = {
  'not-started': ['The tournament hasn’t started.', 'It will end as cancelled, without places.'],
  'no-scores': ['There is no leaderboard.', 'Nobody has played, so the tournament will end without places.'],
  'no-entries': ['There are no entries.', 'The tournament will end without places.'],
}

type OutcomeProps = { preview: Exclude<EndTournamentPreview, { kind: 'hidden' }>; isEnding: boolean }

/** Warnings and the final places. */
function Outcome({ preview, isEnding }: OutcomeProps) {
  if (preview.kind === 'none') {
    const [title, text] = noPlaces[preview.why]
    return <Warning title={title}>{text} It won’t count in anyone’s results.</Warning>
  }
  return (
    <>
      {isEnding && <EndWarnings {...preview} />}
      <Places standings={preview.standings} />
      <TiedAnswers standings={preview.standings} />
    </>
  )
}

type CancellationFieldProps = { reason: string | null; onChange: (reason: string | null) => void }

/** For an event that was abandoned. */
function CancellationField({ reason, onChange }: CancellationFieldProps) {
  return (
    <>
      <Choice checked={reason !== null} onChange={(isChecked) => onChange(isChecked ? '' : null)}>
        End without places
      </Choice>
      {reason !== null && (
        <InputField label="Reason" help="Everyone can read it." maxLength={200} value={reason} onChange={onChange} />
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
