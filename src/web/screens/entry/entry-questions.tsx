import type { Tiebreakers } from '#domain/tournament.ts'
import { PickMark } from '#web/forms/pick-mark.tsx'
import styles from './entry-form.module.css'
import type { EntryValues } from './form-state/entry-values.ts'

type Props = {
  questions: Tiebreakers
  answers: EntryValues['answers']
  onAnswer: (at: number, text: string) => void
  /** Left with something in it. */
  onLeave: (at: number) => void
  isTouched: (at: number) => boolean
  faultOf: (at: number) => string | undefined
  /** What a version that was saved elsewhere answers, where it is something else. */
  elsewhereOf: (at: number) => string | undefined
}

/** The two questions of the tournament, each the label of its answer. */
export function EntryQuestions(props: Props) {
  const { questions, answers, onAnswer, onLeave, isTouched, faultOf, elsewhereOf } = props
  return (
    <section className={styles['questions']} aria-labelledby="tiebreakers">
      <h2 id="tiebreakers">Tiebreakers</h2>
      {questions.map((question, at) => {
        const id = `answer-${at}`
        const fault = faultOf(at)
        const elsewhere = elsewhereOf(at)
        const notes = [fault && `${id}-fault`, elsewhere && `${id}-elsewhere`].filter(Boolean)
        return (
          <div key={id} className="field">
            <label htmlFor={id}>{question}</label>
            <div className={styles['answer']}>
              <input
                id={id}
                className="input"
                autoComplete="off"
                value={answers[at] ?? ''}
                aria-invalid={fault !== undefined || undefined}
                aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
                data-valid={isTouched(at) && fault === undefined ? '' : undefined}
                onChange={(event) => onAnswer(at, event.target.value)}
                onBlur={(event) => event.target.value.trim() !== '' && onLeave(at)}
              />
              {isTouched(at) && <PickMark isValid={fault === undefined} />}
            </div>
            {fault !== undefined && (
              <p id={`${id}-fault`} className="field-fault">
                {fault}
              </p>
            )}
            {elsewhere !== undefined && (
              <p id={`${id}-elsewhere`} className={styles['elsewhere']}>
                Saved elsewhere: {elsewhere}
              </p>
            )}
          </div>
        )
      })}
      <p className="field-hint">Your answers count for all three entries, when scores are tied.</p>
    </section>
  )
}
