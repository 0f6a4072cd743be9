import { dnfReasons, type Golfer } from '#domain/field/field.ts'
import type { CorrectedScores } from '#domain/scores/score-corrections.ts'
import { Field, SelectField } from '#web/ui/field.tsx'
import styles from './score-correction-fields.module.css'

type Described = { 'aria-invalid': true | undefined; 'aria-describedby': string }

type Props = {
  /** The golfer's row as its source has it. */
  source: Golfer
  scores: CorrectedScores
  /** The source's score to par with corrected rounds. */
  sourceToPar: (rounds: CorrectedScores['rounds']) => number
  /** Connects an input with the faults of its fields. */
  describe: (...fields: string[]) => Described
  onChange: (scores: CorrectedScores) => void
}

const statuses = ['playing', ...dnfReasons] as const
const statusOptions = statuses.map((known) => [known, known === 'playing' ? 'Playing' : `Out: ${known}`] as const)

/** The status, the rounds and the score to par of a correction. An empty field keeps the source's value. */
export function ScoreCorrectionFields({ source, scores, sourceToPar, describe, onChange }: Props) {
  const { status, rounds, toParDifference } = scores
  // Organisers type the score to par; the difference is stored, so that it stays when the golfer plays on.
  const toPar = toParDifference === null ? null : sourceToPar(rounds) + toParDifference

  /** Keeps the typed score to par when the source's moves with the rounds. */
  function setRound(index: number, strokes: number | null): void {
    const changed = rounds.with(index, strokes)
    onChange({ ...scores, rounds: changed, toParDifference: toPar === null ? null : toPar - sourceToPar(changed) })
  }

  function setToPar(value: number | null): void {
    onChange({ ...scores, toParDifference: value === null ? null : value - sourceToPar(rounds) })
  }

  const sourceRounds = [source.round1Score, source.round2Score, source.round3Score, source.round4Score]
  return (
    <>
      <SelectField
        label="Status"
        {...describe('status')}
        options={[['', `As the source: ${source.isDNF ? source.position : 'playing'}`], ...statusOptions]}
        value={status ?? ''}
        onChange={(chosen) => onChange({ ...scores, status: statuses.find((known) => known === chosen) ?? null })}
      />
      <div className={styles.scores}>
        {sourceRounds.map((score, index) => (
          <ScoreField
            // biome-ignore lint/suspicious/noArrayIndexKey: a round's index is its identity.
            key={index}
            label={`R${index + 1}`}
            described={describe(`rounds.${index}`, 'scores')}
            score={score}
            value={rounds[index] ?? null}
            onChange={(value) => setRound(index, value)}
          />
        ))}
        <ScoreField
          label="To par"
          described={describe('toPar', 'scores')}
          score={source.toPar}
          value={toPar}
          onChange={setToPar}
        />
      </div>
    </>
  )
}

type ScoreFieldProps = {
  label: string
  described: Described
  /** The source's text. */
  score: string
  value: number | null
  onChange: (value: number | null) => void
}

function ScoreField({ label, described, score, value, onChange }: ScoreFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <>
          <input
            {...control}
            {...described}
            type="number"
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? null : Math.trunc(target.valueAsNumber))}
          />
          <span className="fine-print">
            Source: <b>{score}</b>
          </span>
        </>
      )}
    </Field>
  )
}
