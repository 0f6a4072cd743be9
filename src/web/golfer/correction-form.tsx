import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { CorrectionList } from '#contract/correction-contract.ts'
import { type DnfReason, dnfReasons, type Golfer } from '#domain/field/field.ts'
import { applyCorrections, type CorrectedScores, findCorrectionFaults } from '#domain/scores/corrections.ts'
import { ApiProblem, codeOf } from '#web/api/api-problem.ts'
import { correctGolfer, correctionsQuery, endCorrection } from '#web/api/correction-queries.ts'
import { toProblemText, unsavedText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import type { CachedLeaderboard } from '#web/live/live-connection.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import styles from './correction-form.module.css'
import { toChangeText, toFaultText } from './correction-texts.ts'

type Props = {
  tournamentId: number
  /** As the board shows them. */
  golfer: Golfer
  onClose: () => void
}

/** Corrects a golfer's scores (docs/rules.md, 7.8). */
export function CorrectionForm(props: Props) {
  const { data, error } = useQuery(correctionsQuery(useApi(), props.tournamentId))
  if (data === undefined) return <p role="status">{error === null ? 'Loading' : toProblemText(error)}</p>
  return <Form {...props} inForce={data.find((item) => item.espnId === props.golfer.espnId && item.endedAt === null)} />
}

type Draft = { status: string; numbers: readonly string[]; reason: string }

const statuses = ['playing', ...dnfReasons] as const

/** `numbers`: rounds 1 to 4, then the score to par. */
function toScores({ status, numbers }: Draft): CorrectedScores {
  const values = numbers.map((text) => (text === '' ? null : Math.trunc(Number(text))))
  return {
    status: statuses.find((known): known is DnfReason | 'playing' => known === status) ?? null,
    rounds: values.slice(0, 4),
    toPar: values[4] ?? null,
  }
}

function Form({ tournamentId, golfer, inForce, onClose }: Props & { inForce: CorrectionList[number] | undefined }) {
  const id = useId()
  const client = useApi()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  // What was typed stays, whatever others save meanwhile.
  const [basedOn, setBasedOn] = useState(inForce?.id ?? null)
  const [draft, setDraft] = useState<Draft>(() => ({
    status: inForce?.status ?? '',
    numbers: [...(inForce?.rounds ?? Array(4).fill(null)), inForce?.toPar ?? null].map((value) => String(value ?? '')),
    reason: inForce?.reason ?? '',
  }))
  const [tries, setTries] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(tries > 0 ? '[aria-invalid]' : 'select')?.focus()
  }, [tries])

  const board = queries.getQueryData<CachedLeaderboard>(queryKeys.leaderboard(tournamentId))?.leaderboard
  const source = inForce?.source ?? golfer
  const scores = toScores(draft)
  const faults = board === undefined ? [] : findCorrectionFaults(scores, source, board)
  const reasonFault = draft.reason.trim() === '' ? [{ field: 'reason', message: 'is required' }] : []
  const refused = failure instanceof ApiProblem ? failure.fields : []
  const shownFaults = [...(tries > 0 ? [...faults, ...reasonFault] : []), ...refused]
  const isInvalid = (field: string) => shownFaults.some((fault) => fault.field === field) || undefined
  const others = board?.golfersScores.map((row) => (row.espnId === golfer.espnId ? source : row)) ?? []
  const correction = { ...scores, espnId: golfer.espnId, reason: '', by: '', at: '' }
  const after =
    board &&
    applyCorrections({ ...board, golfersScores: others }, [correction]).golfersScores.find(
      ({ espnId }) => espnId === golfer.espnId,
    )

  async function save(work: () => Promise<CorrectionList>): Promise<void> {
    setIsBusy(true)
    setFailure(null)
    try {
      queries.setQueryData(queryKeys.corrections(tournamentId), await work())
      onClose()
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
      if (codeOf(error) !== 'correction-changed') return
      const options = { ...correctionsQuery(client, tournamentId), staleTime: 0 }
      const latest = await queries.fetchQuery(options).catch(() => [])
      const other = latest.find((item) => item.espnId === golfer.espnId && item.endedAt === null)
      setBasedOn(other?.id ?? null)
    }
  }

  function submit(): void {
    setTries(tries + 1)
    if (isBusy || faults.length + reasonFault.length > 0) return
    const { rounds, ...rest } = scores
    const submission = { ...rest, rounds: [...rounds], espnId: golfer.espnId, reason: draft.reason.trim(), basedOn }
    void save(() => correctGolfer(client, tournamentId, submission))
  }

  const columns = ['R1', 'R2', 'R3', 'R4', 'To par'] as const
  const shown = [source.round1Score, source.round2Score, source.round3Score, source.round4Score, source.toPar]
  return (
    <form
      ref={form}
      className="stack-close"
      aria-label={`Correct scores of ${golfer.fullName}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="small-print">Fill in only what is wrong. Everything else goes on as the source has it.</p>
      <Field id={`${id}-status`} label="Status">
        <select
          id={`${id}-status`}
          className="input"
          value={draft.status}
          aria-invalid={isInvalid('status')}
          aria-describedby={`${id}-faults`}
          onChange={(event) => setDraft({ ...draft, status: event.target.value })}
        >
          <option value="">As the source: {source.isDNF ? source.position : 'playing'}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {status === 'playing' ? 'Playing' : `Out: ${status}`}
            </option>
          ))}
        </select>
      </Field>
      <div className={styles.scores}>
        {columns.map((name, index) => (
          <Field key={name} id={`${id}-${name}`} label={name}>
            <input
              id={`${id}-${name}`}
              className="input"
              type="number"
              value={draft.numbers[index]}
              aria-invalid={isInvalid(index < 4 ? `rounds.${index}` : 'toPar') ?? isInvalid('scores')}
              aria-describedby={`${id}-faults`}
              onChange={(event) => setDraft({ ...draft, numbers: draft.numbers.with(index, event.target.value) })}
            />
            <span className="fine-print">
              Source: <span className="strong">{shown[index]}</span>
            </span>
          </Field>
        ))}
      </div>
      <Field id={`${id}-reason`} label="Reason, which everyone can read">
        <input
          id={`${id}-reason`}
          className="input"
          maxLength={200}
          value={draft.reason}
          aria-invalid={isInvalid('reason')}
          aria-describedby={`${id}-faults`}
          onChange={(event) => setDraft({ ...draft, reason: event.target.value })}
        />
      </Field>
      <div id={`${id}-faults`} role="alert">
        {shownFaults.map((fault) => (
          <p key={fault.field} className="field-error">
            {toFaultText(fault)}
          </p>
        ))}
        {failure !== null && refused.length === 0 && <p className="field-error">{toFailureText(failure)}</p>}
      </div>
      {after !== undefined && faults.length === 0 && <p role="status">{toChangeText(golfer, after)}</p>}
      <div className={`cluster ${styles.actions}`}>
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Saving…' : 'Save the correction'}
        </button>
        {inForce !== undefined && (
          <BusyButton isBusy={isBusy} onPress={() => save(() => endCorrection(client, tournamentId, inForce.id))}>
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

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

function toFailureText(error: unknown): string {
  const advice = codeOf(error) === 'correction-changed' ? 'Save again to replace it.' : unsavedText
  return `${toProblemText(error)} ${advice}`
}
