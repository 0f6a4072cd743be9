import { useQuery } from '@tanstack/react-query'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { foldWords } from '#domain/names/folded-names.ts'
import { tournamentListQuery } from '#web/api/tournament-queries.ts'
import { TextField } from '#web/forms/text-field.tsx'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import styles from '#web/screens/tournament/tournament-form.module.css'
import { withQuestion, withText } from '#web/screens/tournament/values/tournament-form-state.ts'
import {
  type FieldName,
  findIdError,
  fixedText,
  questionField,
} from '#web/screens/tournament/values/tournament-values.ts'
import { toMonth } from '#web/time/time-text.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { EventPicker } from './event-picker.tsx'
import { FeeFields } from './fee-fields.tsx'
import { StartField } from './start-field.tsx'

type Props = { editor: TournamentEditor; errors: ReadonlyMap<FieldName, string> }

/** The event, its name and start, and the tiebreaker questions. */
export function TournamentDetails({ editor, errors }: Props) {
  const { state, edit, touch, differences, eventCheck, isNew } = editor
  const { values, touched, conflict } = state
  const { event } = eventCheck
  const statusOf = (field: FieldName, savedElsewhere: string | undefined) => ({
    isTouched: touched.has(field),
    mark: editor.markOf(field),
    error: errors.get(field),
    savedElsewhere: differences.includes(field) ? savedElsewhere : undefined,
  })
  const { data: played = [] } = useQuery(tournamentListQuery)
  // Imported tournaments have nothing to repeat. The new one is listed too as soon as it is saved.
  const canRepeat = (one: TournamentSummary) => one.cancelledReason === undefined && one.tiebreakers[0] !== ''
  const earlier = isNew ? played.filter((one) => canRepeat(one) && one.id !== state.saved?.id) : []
  const similar = findSimilar(earlier, values.name)
  const changeName = (text: string) => edit((form) => withText(form, 'name', text))
  const name = values.name.trim()
  const isIdUnverified =
    isNew && findIdError(values.espnId) === undefined && !['valid', 'unsupported'].includes(eventCheck.status)

  return (
    <div className={styles.columns}>
      <section className="stack ruled" aria-labelledby="event">
        <h2 id="event">Event</h2>
        {isNew && <EventPicker editor={editor} />}
        <TextField
          id="event-id"
          label="Tournament Id"
          value={values.espnId}
          isNumeric
          isReadOnly={!isNew}
          isTouched={touched.has('espnId') && !isIdUnverified}
          mark={editor.markOf('espnId')}
          error={eventCheck.status === 'unsupported' ? eventCheck.error : errors.get('espnId')}
          hint={<EventHint {...editor} earlier={earlier.find(({ espnId }) => espnId === values.espnId.trim())} />}
          onChange={(text) => edit((form) => withText(form, 'espnId', text))}
          onLeave={() => {
            touch('espnId')
            if (isNew) editor.verifyId()
          }}
        />
        <TextField
          id="event-name"
          label="Name"
          value={values.name}
          {...statusOf('name', conflict?.values.name)}
          hint={
            event !== undefined && name !== event.name && name !== '' ? (
              <>
                The event is called {event.name}.{' '}
                <button type="button" className="button-link" onClick={() => changeName(event.name)}>
                  Use this
                </button>
              </>
            ) : undefined
          }
          onChange={changeName}
          onLeave={() => touch('name')}
        />
        <StartField editor={editor} error={errors.get('start')} />
      </section>
      <section className="stack ruled" aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        {similar !== undefined && <RepeatOffer earlier={similar} editor={editor} />}
        {values.tiebreakers.map((question, index) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is identified by its index, whatever its text.
            key={index}
            id={`question-${index}`}
            label={`Tiebreaker ${index + 1}`}
            value={question}
            isReadOnly={editor.isFixed(questionField(index))}
            hint={editor.isFixed(questionField(index)) ? fixedText : undefined}
            {...statusOf(questionField(index), conflict?.values.tiebreakers[index])}
            onChange={(text) => edit((form) => withQuestion(form, index, text))}
            onLeave={() => touch(questionField(index))}
          />
        ))}
        <p className="small-print">
          Players answer both questions with their entry. Answers are visible in the pool once the tournament starts.
        </p>
        <FeeFields key={String(editor.earlierSizes)} editor={editor} errors={errors} />
      </section>
    </div>
  )
}

/** Fills in the form like an earlier tournament. What has been typed stays. */
function RepeatOffer({ earlier, editor }: { earlier: TournamentSummary; editor: TournamentEditor }) {
  const { repeat, isRepeating, repeatFailure, undoRepeat } = editor
  const isFilled = editor.state.filled !== null
  return (
    <div className="stack-tight">
      <div className="cluster">
        <BusyButton isBusy={isRepeating} onPress={() => repeat(earlier.id)}>
          Like last time
        </BusyButton>
        {isFilled && (
          <button type="button" className="button-text" onClick={undoRepeat}>
            Undo<span className="visually-hidden"> filling in like last time</span>
          </button>
        )}
      </div>
      <p role="status" className={repeatFailure === null ? 'small-print' : 'field-error'}>
        {repeatFailure !== null && (
          <>
            Nothing was filled in. {repeatFailure}{' '}
            <button type="button" className="button-link" onClick={() => repeat(earlier.id)}>
              Try again
            </button>
          </>
        )}
        {repeatFailure === null && isFilled && `Filled in like ${earlier.name}. What you had typed is still there.`}
      </p>
      <p className="small-print">
        Takes the questions, the fee, the house rules and the sizes of the tiers of {earlier.name},{' '}
        {toMonth(earlier.start)}, where you have not typed anything.
      </p>
    </div>
  )
}

/** Finds the latest tournament of the same event, or else the latest one. `earlier`: newest first. */
export function findSimilar<T extends { name: string }>(earlier: readonly T[], name: string): T | undefined {
  // The name of an event may contain a year.
  const toKey = (text: string) => foldWords(text.replace(/\b\d{4}\b/, '')).join(' ')
  return earlier.find((played) => toKey(played.name) === toKey(name)) ?? earlier[0]
}

type EventHintProps = TournamentEditor & { earlier: TournamentSummary | undefined }

/** Shows the result of checking the event id. */
function EventHint({ eventCheck, isNew, verifyId, earlier }: EventHintProps) {
  return (
    <div role="status">
      {!isNew && 'The event can’t be changed.'}
      {isNew &&
        eventCheck.status === 'unchecked' &&
        'The event’s number at the source of scores. It is checked when you leave this field.'}
      {eventCheck.status === 'checking' && 'Checking the event'}
      {eventCheck.event && `Found: ${eventCheck.event.name}`}
      {earlier !== undefined && <span className="small strong"> This pool has already played it: {earlier.name}.</span>}
      {eventCheck.status === 'failed' && (
        <>
          <span className="small strong">{eventCheck.error}</span>{' '}
          <button type="button" className="button-link" onClick={verifyId}>
            Try again
          </button>
        </>
      )}
    </div>
  )
}
