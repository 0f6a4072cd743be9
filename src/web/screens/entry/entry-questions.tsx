import type { Tiebreakers } from '#domain/tournament.ts'
import { ValidityIcon } from '#web/forms/validity-icon.tsx'
import styles from './entry-form.module.css'
import type { EntryValues } from './form-state/entry-values.ts'

type Props = {
  questions: Tiebreakers
  answers: EntryValues['answers']
  onAnswer: (index: number, text: string) => void
  /** Left with something in it. */
  onBlur: (index: number) => void
  isTouched: (index: number) => boolean
  errorOf: (index: number) => string | undefined
  /** What a version that was saved theirs answers, where it is something else. */
  theirsOf: (index: number) => string | undefined
}

/** The two questions of the tournament, each the label of its answer. */
export function EntryQuestions(props: Props) {
  const { questions, answers, onAnswer, onBlur, isTouched, errorOf, theirsOf } = props
  return (
    <section className={styles['questions']} aria-labelledby="tiebreakers">
      <h2 id="tiebreakers">Tiebreakers</h2>
      {questions.map((question, index) => {
        const id = `answer-${index}`
        const error = errorOf(index)
        const theirs = theirsOf(index)
        const notes = [error && `${id}-fault`, theirs && `${id}-elsewhere`].filter(Boolean)
        return (
          <div key={id} className="field">
            <label htmlFor={id}>{question}</label>
            <div className={styles['answer']}>
              <input
                id={id}
                className="input"
                autoComplete="off"
                value={answers[index] ?? ''}
                aria-invalid={error !== undefined || undefined}
                aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
                data-valid={isTouched(index) && error === undefined ? '' : undefined}
                onChange={(event) => onAnswer(index, event.target.value)}
                onBlur={(event) => event.target.value.trim() !== '' && onBlur(index)}
              />
              {isTouched(index) && <ValidityIcon isValid={error === undefined} />}
            </div>
            {error !== undefined && (
              <p id={`${id}-fault`} className="field-error">
                {error}
              </p>
            )}
            {theirs !== undefined && (
              <p id={`${id}-elsewhere`} className={styles['theirs']}>
                Saved theirs: {theirs}
              </p>
            )}
          </div>
        )
      })}
      <p className="field-hint">Your answers count for all three entries, when scores are tied.</p>
    </section>
  )
}
