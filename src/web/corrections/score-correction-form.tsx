import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Field, Golfer } from '#domain/field/field.ts'
import {
  applyCorrections,
  type CorrectedScores,
  findCorrectionFaults,
  type ScoreCorrection,
  toParAfterRounds,
} from '#domain/scores/score-corrections.ts'
import { correctionsQuery } from '#web/api/admin-queries.ts'
import { ApiProblem, codeOf, toProblemText, unsavedText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import type { CachedLeaderboard } from '#web/live/live-connection.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { ResultCorrectionConfirmation } from './result-correction-confirmation.tsx'
import { ScoreCorrectionFields } from './score-correction-fields.tsx'
import { toChangeText, toDifferenceText, toFaultText } from './score-correction-texts.ts'
import {
  findInForce,
  type InForce,
  type ScoreCorrectionProps,
  useScoreCorrectionSaving,
} from './use-score-correction-saving.ts'

/** Corrects a golfer's scores (docs/rules.md, 7.8). */
export function ScoreCorrectionForm(props: ScoreCorrectionProps) {
  const { data, error } = useQuery(correctionsQuery(props.tournamentId))
  if (data === undefined) return <p role="status">{error === null ? 'Loading' : toProblemText(error)}</p>
  return <Form {...props} inForce={findInForce(data, props.golfer)} />
}

const nothing: CorrectedScores = { status: null, rounds: [null, null, null, null], toParDifference: null }

function Form(props: ScoreCorrectionProps & InForce) {
  const { tournamentId, golfer, isResult, inForce, onClose } = props
  const { espnId } = golfer
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const board = queries.getQueryData<CachedLeaderboard>(queryKeys.leaderboard(tournamentId))?.leaderboard
  const saving = useScoreCorrectionSaving(props, board?.version ?? 0)
  const [scores, setScores] = useState<CorrectedScores>(inForce ?? nothing)
  const [reason, setReason] = useState(inForce?.reason ?? '')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(tries > 0 ? '[aria-invalid]' : 'select')?.focus()
  }, [tries])

  const source = inForce?.source ?? golfer
  const sourceToPar = (rounds: CorrectedScores['rounds']) =>
    board === undefined ? source.relativeScore : toParAfterRounds(source, rounds, board)
  const { status, rounds, toParDifference } = scores
  const correction = { status, rounds, toParDifference, espnId, reason: reason.trim(), by: '', at: '' }
  const faults = board === undefined ? [] : findCorrectionFaults(correction, source, board)
  const typedFaults = correction.reason === '' ? [...faults, { field: 'reason', message: 'is required' }] : faults
  const refused = saving.error instanceof ApiProblem ? saving.error.fields : []
  const shownFaults = [...(tries > 0 ? typedFaults : []), ...refused]
  const describe = (...fields: string[]) => ({
    'aria-invalid': shownFaults.some(({ field }) => fields.includes(field)) || undefined,
    'aria-describedby': `${id}-faults`,
  })
  const after = board && faults.length === 0 ? findCorrectedRow(board, source, correction) : undefined

  function submit(): void {
    setTries(tries + 1)
    if (saving.isPending || typedFaults.length > 0) return
    const shown = sourceToPar(rounds)
    const toPars =
      toParDifference === null
        ? { toPar: null, sourceToPar: null }
        : { toPar: shown + toParDifference, sourceToPar: shown }
    saving.save({ espnId, status, rounds: [...rounds], reason: correction.reason, ...toPars })
  }

  const { planned } = saving
  const wasPlanned = useRef(false)
  useEffect(() => {
    // The form is back from the question about the places, which had the focus.
    if (planned === null && wasPlanned.current) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    wasPlanned.current = planned !== null
  }, [planned])
  if (planned !== null)
    return (
      <ResultCorrectionConfirmation
        preview={planned.preview}
        isBusy={saving.isPending}
        onConfirm={() => saving.confirm(planned)}
        onBack={saving.goBack}
      />
    )
  return (
    <form
      ref={form}
      className="stack-close"
      aria-label={`Correct scores of ${golfer.fullName}`}
      noValidate
      onSubmit={handleSubmit(submit)}
    >
      <p className="small-print">
        Fill in only what is wrong. Everything else goes on as the source has it; what you change in To par stays with
        the golfer.
      </p>
      <ScoreCorrectionFields
        source={source}
        scores={scores}
        sourceToPar={sourceToPar}
        describe={describe}
        onChange={setScores}
      />
      <InputField
        label="Reason, which everyone can read"
        {...describe('reason')}
        maxLength={200}
        value={reason}
        onChange={setReason}
      />
      <div id={`${id}-faults`} role="alert">
        {shownFaults.map((fault) => (
          <p key={fault.field} className="field-error">
            {toFaultText(fault)}
          </p>
        ))}
        {saving.error !== null && refused.length === 0 && <p className="field-error">{toFailureText(saving.error)}</p>}
      </div>
      <p role="status">
        {after !== undefined &&
          `${toChangeText(golfer, after)} ${toParDifference ? toDifferenceText(toParDifference) : ''}`}
      </p>
      <div className="buttons">
        <button type="submit" className="button" aria-disabled={saving.isPending || undefined}>
          {toSubmitText(isResult, saving.isPending)}
        </button>
        {inForce !== undefined && (
          <BusyButton isBusy={saving.isPending} onPress={() => saving.end(inForce.id)}>
            End the correction
          </BusyButton>
        )}
        <button type="button" className="button-text" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

/** The golfer's row with the correction, instead of the one in force. */
function findCorrectedRow(board: Field, source: Golfer, correction: ScoreCorrection): Golfer | undefined {
  const isGolfer = ({ espnId }: Golfer) => espnId === source.espnId
  const golfersScores = board.golfersScores.map((row) => (isGolfer(row) ? source : row))
  return applyCorrections({ ...board, golfersScores }, [correction]).golfersScores.find(isGolfer)
}

function toSubmitText(isResult: boolean, isPending: boolean): string {
  if (isResult) return 'Show the places'
  return isPending ? 'Saving…' : 'Save the correction'
}

function toFailureText(error: unknown): string {
  const advice = codeOf(error) === 'correction-changed' ? 'Save again to replace it.' : unsavedText
  return `${toProblemText(error)} ${advice}`
}
