import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import type {
  ResultCorrection,
  ResultCorrectionPreview,
  ScoreCorrectionList,
  ScoreCorrectionSubmission,
} from '#contract/score-correction-contract.ts'
import { dnfReasons, type Golfer } from '#domain/field/field.ts'
import {
  applyCorrections,
  type CorrectedScores,
  findCorrectionFaults,
  toParAfterRounds,
} from '#domain/scores/score-corrections.ts'
import { correctionsQuery } from '#web/api/admin-queries.ts'
import { ApiProblem, codeOf, toProblemText, unsavedText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import type { CachedLeaderboard } from '#web/live/live-connection.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field, InputField, SelectField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { ResultCorrectionConfirmation } from './result-correction-confirmation.tsx'
import styles from './score-correction-form.module.css'
import { toChangeText, toDifferenceText, toFaultText } from './score-correction-texts.ts'

type Props = {
  tournamentId: number
  /** As the board shows them. */
  golfer: Golfer
  /** The tournament has ended: its places are shown before they change. */
  isResult: boolean
  /** The scores of an ended tournament have changed. */
  onCorrected: () => void
  onClose: () => void
}

/** Corrects a golfer's scores (docs/rules.md, 7.8). */
export function ScoreCorrectionForm(props: Props) {
  const { data, error } = useQuery(correctionsQuery(props.tournamentId))
  if (data === undefined) return <p role="status">{error === null ? 'Loading' : toProblemText(error)}</p>
  return <Form {...props} inForce={findInForce(data, props.golfer)} />
}

function findInForce(corrections: ScoreCorrectionList, { espnId }: Golfer): ScoreCorrectionList[number] | undefined {
  return corrections.find((item) => item.espnId === espnId && item.endedAt === null)
}

const statuses = ['playing', ...dnfReasons] as const
const statusOptions = statuses.map((known) => [known, known === 'playing' ? 'Playing' : `Out: ${known}`] as const)
const nothing: CorrectedScores = { status: null, rounds: [null, null, null, null], toParDifference: null }

type Planned = { correction: ResultCorrection; preview: ResultCorrectionPreview }

function Form(props: Props & { inForce: ScoreCorrectionList[number] | undefined }) {
  const { tournamentId, golfer, isResult, inForce, onCorrected, onClose } = props
  const id = useId()
  const client = useApi()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  // What was typed stays, whatever others save meanwhile.
  const [basedOn, setBasedOn] = useState(inForce?.id ?? null)
  const board = queries.getQueryData<CachedLeaderboard>(queryKeys.leaderboard(tournamentId))?.leaderboard
  const source = inForce?.source ?? golfer
  const [scores, setScores] = useState<CorrectedScores>(inForce ?? nothing)
  const { status, rounds, toParDifference } = scores
  const toSourceToPar = (rounds: CorrectedScores['rounds']) =>
    board === undefined ? source.relativeScore : toParAfterRounds(source, rounds, board)
  const sourceToPar = toSourceToPar(rounds)
  // The organiser says what the score to par is to be. If the golfer plays on meanwhile, it goes on with them.
  const toPar = toParDifference === null ? null : sourceToPar + toParDifference
  const [reason, setReason] = useState(inForce?.reason ?? '')
  const [tries, setTries] = useState(0)
  const [planned, setPlanned] = useState<Planned | null>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(tries > 0 ? '[aria-invalid]' : 'select')?.focus()
  }, [tries])
  const saving = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    async onError(error) {
      setPlanned(null)
      if (codeOf(error) !== 'correction-changed') return
      onCorrected()
      const options = { ...correctionsQuery(tournamentId), staleTime: 0 }
      setBasedOn(findInForce(await queries.fetchQuery(options).catch(() => []), golfer)?.id ?? null)
    },
  })

  const correction = { status, rounds, toParDifference, espnId: golfer.espnId, reason: reason.trim() }
  const faults = board === undefined ? [] : findCorrectionFaults(correction, source, board)
  const typedFaults = correction.reason === '' ? [...faults, { field: 'reason', message: 'is required' }] : faults
  const refused = saving.error instanceof ApiProblem ? saving.error.fields : []
  const shownFaults = [...(tries > 0 ? typedFaults : []), ...refused]
  const describe = (...fields: string[]) => ({
    'aria-invalid': shownFaults.some(({ field }) => fields.includes(field)) || undefined,
    'aria-describedby': `${id}-faults`,
  })
  const others = board?.golfersScores.map((row) => (row.espnId === golfer.espnId ? source : row)) ?? []
  const after =
    board &&
    applyCorrections({ ...board, golfersScores: others }, [{ ...correction, by: '', at: '' }]).golfersScores.find(
      ({ espnId }) => espnId === golfer.espnId,
    )

  /** The score to par that was typed stays. */
  function setRounds(changed: CorrectedScores['rounds']): void {
    const difference = toPar === null ? null : toPar - toSourceToPar(changed)
    setScores({ ...scores, rounds: changed, toParDifference: difference })
  }

  function submit(): void {
    setTries(tries + 1)
    if (saving.isPending || typedFaults.length > 0) return
    const { espnId, reason } = correction
    const seenToPar = toPar === null ? null : sourceToPar
    const submission: ScoreCorrectionSubmission = {
      espnId,
      status,
      rounds: [...rounds],
      toPar,
      sourceToPar: seenToPar,
      reason,
      basedOn,
    }
    if (isResult) plan({ corrections: [submission], ended: [] })
    else save(() => client.send('POST', api.adminCorrections(tournamentId), submission))
  }

  function end(id: number): void {
    if (isResult) plan({ corrections: [], ended: [id] })
    else save(() => client.send('POST', api.adminCorrectionEnd(tournamentId), { id }))
  }

  function save(work: () => Promise<ScoreCorrectionList>): void {
    saving.mutate(async () => {
      queries.setQueryData(correctionsQuery(tournamentId).queryKey, await work())
      onClose()
    })
  }

  function plan(change: Pick<ResultCorrection, 'corrections' | 'ended'>): void {
    const planning: ResultCorrection = { ...change, version: board?.version ?? 0 }
    saving.mutate(async () =>
      setPlanned({
        correction: planning,
        preview: await client.send('POST', api.adminResultCorrectionPreview(tournamentId), planning),
      }),
    )
  }

  function confirm({ correction }: Planned): void {
    saving.mutate(async () => {
      await client.send('POST', api.adminResultCorrection(tournamentId), correction)
      for (const queryKey of [correctionsQuery(tournamentId).queryKey, queryKeys.results, queryKeys.seasons])
        void queries.invalidateQueries({ queryKey })
      onCorrected()
      onClose()
    })
  }

  if (planned !== null)
    return (
      <ResultCorrectionConfirmation
        preview={planned.preview}
        isBusy={saving.isPending}
        onConfirm={() => confirm(planned)}
        onBack={() => setPlanned(null)}
      />
    )

  const sourceRounds = [source.round1Score, source.round2Score, source.round3Score, source.round4Score]
  const columns = [
    ...sourceRounds.map((score, index) => ({
      ...{ name: `R${index + 1}`, field: `rounds.${index}`, score, value: rounds[index] },
      set: (value: number | null) => setRounds(rounds.with(index, value)),
    })),
    {
      ...{ name: 'To par', field: 'toPar', score: source.toPar, value: toPar },
      set: (value: number | null) =>
        setScores({ ...scores, toParDifference: value === null ? null : value - sourceToPar }),
    },
  ]
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
      <SelectField
        label="Status"
        {...describe('status')}
        options={[['', `As the source: ${source.isDNF ? source.position : 'playing'}`], ...statusOptions]}
        value={status ?? ''}
        onChange={(chosen) => setScores({ ...scores, status: statuses.find((known) => known === chosen) ?? null })}
      />
      <div className={styles.scores}>
        {columns.map(({ name, field, score, value, set }) => (
          <Field key={name} label={name}>
            {(control) => (
              <>
                <input
                  {...control}
                  {...describe(field, 'scores')}
                  type="number"
                  value={value ?? ''}
                  onChange={({ target }) => set(target.value === '' ? null : Math.trunc(target.valueAsNumber))}
                />
                <span className="fine-print">
                  Source: <b>{score}</b>
                </span>
              </>
            )}
          </Field>
        ))}
      </div>
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
      {after !== undefined && faults.length === 0 && (
        <p role="status">
          {toChangeText(golfer, after)} {toParDifference ? toDifferenceText(toParDifference) : ''}
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="button" aria-disabled={saving.isPending || undefined}>
          {isResult ? 'Show the places' : saving.isPending ? 'Saving…' : 'Save the correction'}
        </button>
        {inForce !== undefined && (
          <BusyButton isBusy={saving.isPending} onPress={() => end(inForce.id)}>
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

function toFailureText(error: unknown): string {
  const advice = codeOf(error) === 'correction-changed' ? 'Save again to replace it.' : unsavedText
  return `${toProblemText(error)} ${advice}`
}
