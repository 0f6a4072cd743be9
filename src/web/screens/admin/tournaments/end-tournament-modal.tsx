import { Fragment, useState } from 'react'
import type { Reach } from '#contract/organiser-message-contract.ts'
import { describeDecisions } from '#domain/results/prize-order.ts'
import { listTied } from '#domain/standings/podium.ts'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import { breakTie, toTieWinnerText } from '#domain/standings/tie-break.ts'
import { isNoNumber } from '#domain/text/answer-number.ts'
import { formatNumber, truncate } from '#domain/text/format.ts'
import { noAnswers, type Tiebreakers, type Tournament } from '#domain/tournament/tournament.ts'
import { TieLine } from '#web/board/tie-line.tsx'
import { TiedAnswers } from '#web/board/tied-answers.tsx'
import { toReachText } from '#web/notifications/reach-text.ts'
import { PrizeOrderLine } from '#web/payments/prize-order-line.tsx'
import { toMomentText, toStartText } from '#web/time/time-text.ts'
import { Confirmation, Question, Warning } from '#web/ui/confirmation.tsx'
import { Choice, InputField } from '#web/ui/field.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { type EndTournamentFlow, type EndTournamentPreview, isTied, type NoPlaces } from './use-end-tournament.ts'

/** Previews the end of a tournament and asks for confirmation; after the end, what decides ties (docs/rules.md, 5.1). */
export function EndTournamentModal({ modal, end, close, getFinalFocus }: EndTournamentFlow) {
  const [reason, setReason] = useState<string | null>(null)
  const [typedDecision, setDecision] = useState<string>()
  const [typedAnswers, setAnswers] = useState<readonly string[]>()
  if (modal === null) return null
  const { tournament, preview, told } = modal.subject
  const isEnding = tournament.active
  const isBeforeStart = preview.kind === 'none' && preview.why === 'not-started'
  const savedAnswers = tournament.trueAnswers ?? noAnswers
  const trueAnswers = typedAnswers ?? savedAnswers
  const proposals = [savedAnswers, trueAnswers].map((answers) => proposeDecision(preview, answers))
  // A decision that was proposed follows the answers.
  const isProposed = ['', proposals[0]].includes(tournament.decision ?? '')
  const decision = typedDecision ?? (isProposed ? proposals[1] : tournament.decision) ?? ''
  return (
    <Confirmation
      modal={modal}
      close={close}
      getFinalFocus={getFinalFocus}
      title={isEnding ? `End ${tournament.name}` : `Ties of ${tournament.name}`}
      onYes={(pending) =>
        end(pending, { reason: reason?.trim() ?? null, decision: isTied(preview) ? decision : '', trueAnswers })
      }
      isBlocked={preview.kind === 'hidden' || reason?.trim() === '' || trueAnswers.some(isNoNumber)}
    >
      {preview.kind === 'hidden' ? (
        <Warning title="The tournament has only just started.">
          Picks aren’t visible yet. Close this and try again in a minute.
        </Warning>
      ) : (
        <div className="stack-close">
          <Outcome preview={preview} isEnding={isEnding} trueAnswers={trueAnswers} />
          {preview.kind === 'places' && reason === null && (
            <>
              {tournament.tiebreakers.map((question, index) => (
                <InputField
                  // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same text.
                  key={index}
                  help={index === 0 ? toAnswersHelp(tournament) : undefined}
                  label={`True answer: ${question}`}
                  error={isNoNumber(trueAnswers[index] ?? '') ? 'Enter a number or nothing.' : null}
                  value={trueAnswers[index]}
                  onChange={(text) => setAnswers(trueAnswers.with(index, text))}
                />
              ))}
              {isTied(preview) && <InputField {...decisionField} value={decision} onChange={setDecision} />}
            </>
          )}
          {isEnding && (
            <p className="small-print">
              This ends the tournament for everyone.{' '}
              {isBeforeStart ? (
                <EarlyEnd start={tournament.start} />
              ) : (
                'Scores stop updating. Only an admin can reopen it.'
              )}
            </p>
          )}
          {isEnding && (
            <CancellationField
              label={preview.kind === 'none' ? 'Give a reason' : 'End without places'}
              reason={reason}
              onChange={setReason}
            />
          )}
          {isEnding && (preview.kind === 'none' || reason !== null) && <p>{toToldText(told)}</p>}
          {!isEnding && preview.kind === 'places' && (
            <CorrectionReach
              standings={preview.standings}
              before={tournament}
              after={{ ...tournament, decision, trueAnswers: toTuple(trueAnswers) }}
              told={told}
            />
          )}
          <Question>{isEnding ? 'Are you sure the tournament has concluded?' : 'Save this?'}</Question>
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

/** The proposed text of who wins a shared first place; empty without places. */
function proposeDecision(preview: EndTournamentPreview, trueAnswers: readonly string[]): string {
  if (preview.kind !== 'places') return ''
  return truncate(toTieWinnerText(breakTie(listTied(preview.standings, 1), trueAnswers)), decisionField.maxLength)
}

function toAnswersHelp({ fee }: Pick<Tournament, 'fee'>): string {
  const help = 'Optional. Everyone sees who is ahead in a tie: the closest first answer, then the closest second.'
  return fee?.tiesByAnswers ? `${help} Their prizes go by it; without true answers, they split them.` : help
}

const noPlaces: Readonly<Record<NoPlaces, [title: string, text: string]>> = {
  'not-started': ['The tournament hasn’t started.', 'It will end as cancelled, without places.'],
  'no-scores': ['There is no leaderboard.', 'Nobody has played, so the tournament will end without places.'],
  'no-entries': ['There are no entries.', 'The tournament will end without places.'],
}

type ShownPreview = Exclude<EndTournamentPreview, { kind: 'hidden' }>
type OutcomeProps = { preview: ShownPreview; isEnding: boolean; trueAnswers: readonly string[] }

/** Warnings and the final places. */
function Outcome({ preview, isEnding, trueAnswers }: OutcomeProps) {
  if (preview.kind === 'none') {
    const [title, text] = noPlaces[preview.why]
    return <Warning title={title}>{text} It won’t count in anyone’s results.</Warning>
  }
  return (
    <>
      {isEnding && <EndWarnings {...preview} />}
      <Places standings={preview.standings} trueAnswers={trueAnswers} />
      <TiedAnswers standings={preview.standings} />
      <PrizeOrderLine
        tournament={{ ...preview.standings.pool.tournament, trueAnswers: toTuple(trueAnswers) }}
        standings={preview.standings}
      />
    </>
  )
}

const toTuple = ([first = '', second = '']: readonly string[]): Tiebreakers => [first, second]

/** How long the end of a tournament that has not started can be undone (docs/rules.md, 5.4). */
function EarlyEnd({ start }: { start: string }) {
  return (
    <>
      An admin can reopen it until its start, {toStartText(start)}: entries are then open again as they were. After that
      it stays cancelled, and nobody ever sees the picks.
    </>
  )
}

/** Whom the news that it is cancelled reaches. */
function toToldText(told: Reach): string {
  return `The message “Cancelled” is for everyone who has entered. ${toReachText(told)}`
}

type Decided = Pick<Tournament, 'decision' | 'fee' | 'trueAnswers'>

type CorrectionReachProps = {
  standings: Standings
  before: Decided
  after: Decided
  told: Reach
}

/** Whom it tells that something else decides the ties (docs/rules.md, 5.4). */
function CorrectionReach({ standings, before, after, told }: CorrectionReachProps) {
  const [was, is] = [before, after].map((tournament) => describeDecisions(standings, tournament).join())
  if (was === is) return null
  return <p>{`The message that they have changed is for everyone who has got the results. ${toReachText(told)}`}</p>
}

type CancellationFieldProps = { label: string; reason: string | null; onChange: (reason: string | null) => void }

/** For an event that was abandoned. */
function CancellationField({ label, reason, onChange }: CancellationFieldProps) {
  return (
    <>
      <Choice checked={reason !== null} onChange={(isChecked) => onChange(isChecked ? '' : null)}>
        {label}
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

function Places({ standings, trueAnswers }: { standings: Standings; trueAnswers: readonly string[] }) {
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
          weight: standing.place === 1 ? 'strong' : undefined,
          cells: [
            <Fragment key="position">
              {standing.position}
              {standing.isDisqualified && <span className="visually-hidden"> disqualified</span>}
            </Fragment>,
            <Fragment key="name">
              {standing.displayName}
              <TieLine standings={standings} standing={standing} trueAnswers={trueAnswers} />
            </Fragment>,
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
          {disqualified === 1
            ? '1 entry is disqualified (“--”) and gets no place.'
            : `${formatNumber(disqualified)} entries are disqualified (“--”) and get no place.`}
        </p>
      )}
    </>
  )
}
