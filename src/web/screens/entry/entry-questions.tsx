import type { Tiebreakers } from '#domain/tournament/tournament.ts'
import type { Messages } from '#web/forms/field-messages.tsx'
import { TextField } from '#web/forms/text-field.tsx'
import styles from './entry-form.module.css'
import type { EntryValues } from './form-state/entry-values.ts'

type Props = {
  questions: Tiebreakers
  answers: EntryValues['answers']
  onAnswer: (index: number, text: string) => void
  onLeave: (index: number) => void
  statusOf: (index: number) => Messages & { isTouched: boolean }
}

/** The tiebreaker questions, each the label of its answer. */
export function EntryQuestions({ questions, answers, onAnswer, onLeave, statusOf }: Props) {
  return (
    <section className={styles.questions} aria-labelledby="tiebreakers">
      <h2 id="tiebreakers">Tiebreakers</h2>
      {questions.map((question, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have the same text.
          key={index}
          id={`answer-${index}`}
          label={question}
          value={answers[index] ?? ''}
          {...statusOf(index)}
          onChange={(text) => onAnswer(index, text)}
          onLeave={() => onLeave(index)}
        />
      ))}
      <p className="small-print">If scores are tied, your answers apply to all three entries.</p>
    </section>
  )
}
