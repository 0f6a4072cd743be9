import { useState } from 'react'
import { maxResultsFileLength } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import type { ImportQuestion, PersonAnswer, ResultsImport } from '#contract/results-contract.ts'
import { ActionButton } from '#web/screens/admin/common/action-button.tsx'
import { useAdminMutation } from '#web/screens/admin/common/use-admin-mutation.ts'
import { Field, Radios } from '#web/ui/field.tsx'
import { ImportList } from './import-list.tsx'

/** Imports a file with results of earlier years, after a preview (docs/rules.md, 10). */
export function ImportResults() {
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<ResultsImport>()
  const [isOpen, setIsOpen] = useState(false)
  const isTooLarge = file !== undefined && file.size > maxResultsFileLength
  /** By address. */
  const [answers, setAnswers] = useState<Answers>(new Map())
  const isConfirmed = outcome?.isPossible === true
  const questions = outcome?.questions ?? []
  const isAnswered = questions.every(({ email }) => answers.has(email))

  const { mutate: send } = useAdminMutation({
    mutationFn: async (client, chosen: File) => {
      const people = [...answers].map(([email, is]) => ({ email, is }))
      const body = { name: chosen.name, csv: await chosen.text(), isConfirmed, people }
      return client.send<ResultsImport>('POST', api.adminImport(), body)
    },
    texts({ name }) {
      const failed = 'Nothing was imported.'
      if (!isConfirmed) return { busy: `Reading ${name}…`, failed }
      return { busy: `Importing ${name}…`, failed, done: `${name} was imported.` }
    },
    onSuccess: setOutcome,
  })

  function choose(chosen: File | undefined): void {
    setFile(chosen)
    setOutcome(undefined)
    setAnswers(new Map())
  }

  /** What would be imported has to be shown again. */
  function answer(email: string, is: PersonAnswer): void {
    setAnswers(new Map([...answers, [email, is]]))
    setOutcome((shown) => shown && { ...shown, isPossible: false })
  }

  return (
    <details className="disclosure" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Import results of earlier years</summary>
      <div className="stack">
        <Field
          label="CSV file"
          help="Columns: Tournament, Start, Name, Email, Entry 1, Entry 2, Entry 3 and, optionally, Event."
          error={isTooLarge ? 'It is larger than 1 MB. Split it, or ask the operator to import it.' : null}
        >
          {(control) => (
            <input {...control} type="file" accept=".csv" onChange={({ target }) => choose(target.files?.[0])} />
          )}
        </Field>
        <div className="small" role="status">
          {outcome?.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {questions.map((question) => (
          <PersonQuestion
            key={question.email}
            question={question}
            answer={answers.get(question.email)}
            onAnswer={(is) => answer(question.email, is)}
          />
        ))}
        {file && !isTooLarge && (!outcome || isConfirmed || questions.length > 0) && (
          <div className="stack-tight">
            {!isAnswered && (
              <p className="small-print">Answer {questions.length === 1 ? 'the question' : 'every question'} first.</p>
            )}
            <div>
              {' '}
              <ActionButton isBlocked={!isAnswered} onPress={() => send(file)}>
                {isConfirmed ? 'Import' : 'Preview'}
              </ActionButton>
            </div>
          </div>
        )}
        {isOpen && <ImportList />}
      </div>
    </details>
  )
}

/** Undefined: nothing is chosen yet. */
type Answers = ReadonlyMap<string, PersonAnswer>

type QuestionProps = {
  question: ImportQuestion
  answer: PersonAnswer | undefined
  onAnswer: (is: PersonAnswer) => void
}

/** The choice of somebody else, among ids of users and addresses of the file. */
const nobody = 'nobody'

/** Asks who somebody is whose address is new, but whose name others have. */
function PersonQuestion({ question: { email, name, line, options }, answer, onAnswer }: QuestionProps) {
  const choices: (readonly [number | string, string])[] = [
    ...options.map((option) => [option.is, `${option.name}, ${option.email} (${option.about})`] as const),
    [nobody, 'Somebody else of that name'],
  ]
  return (
    <fieldset className="stack-tight">
      <legend className="strong">
        Line {line}: who is {name}, {email}?
      </legend>
      <Radios
        options={choices}
        chosen={answer === null ? nobody : (answer ?? null)}
        onChange={(chosen) => onAnswer(chosen === nobody ? null : chosen)}
      />
    </fieldset>
  )
}
