import { toLocalTime } from '#web/time/local-time.ts'
import styles from '../tournament-form.module.css'
import type { TournamentEditor } from '../use-tournament-editor.ts'
import { toStartValue } from '../values/start-value.ts'
import { type FieldName, questionField } from '../values/tournament-fields.ts'
import { isSameStart } from '../values/tournament-form-state.ts'
import { findIdError } from '../values/tournament-values.ts'
import { formatStart, StartField } from './start-field.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  editor: TournamentEditor
  errors: ReadonlyMap<FieldName, string>
  /** Fields in which somebody else has saved something else. */
  differences: readonly FieldName[]
}

/** Everything but the lists: which event, its name and start, and the two questions. */
export function TournamentDetails({ editor, errors, differences }: Props) {
  const { state, dispatch, zone, event, locks, isNew } = editor
  const { values, touched, theirs } = state
  const told = event.status === 'valid' ? event.answer : null
  const feedStart = told === null || told.start === null ? null : toStartValue(told.start, zone)
  const shared = (field: FieldName, theirs: string | undefined) => ({
    isTouched: touched.has(field),
    error: errors.get(field),
    theirs: differences.includes(field) ? theirs : undefined,
  })
  const leave = (field: FieldName, text: string) => () => {
    if (text.trim() !== '') dispatch({ type: 'touch', field })
  }
  const saved = state.saved?.content.start
  // Whether the id is right is not known before the feed has said so.
  const isIdUnverified =
    isNew && findIdError(values.espnId) === undefined && !['valid', 'refused'].includes(event.status)

  return (
    <div className={styles['columns']}>
      <section className={styles['column']} aria-labelledby="event">
        <h2 id="event">Event</h2>
        <TextField
          id="event-id"
          label="Tournament Id"
          value={values.espnId}
          isNumeric
          isReadOnly={!isNew}
          {...shared('espnId', undefined)}
          isTouched={touched.has('espnId') && !isIdUnverified}
          error={event.status === 'refused' ? event.error : errors.get('espnId')}
          hint={<EventHint editor={editor} />}
          onChange={(text) => dispatch({ type: 'type', field: 'espnId', text })}
          onBlur={() => {
            leave('espnId', values.espnId)()
            if (isNew) editor.verifyId()
          }}
        />
        <TextField
          id="event-name"
          label="Name"
          value={values.name}
          {...shared('name', theirs?.values.name)}
          hint={
            told !== null && values.name.trim() !== told.name && values.name.trim() !== '' ? (
              <>
                The feed calls it {told.name}.{' '}
                <button
                  type="button"
                  className="button-link"
                  onClick={() => dispatch({ type: 'type', field: 'name', text: told.name })}
                >
                  Use that
                </button>
              </>
            ) : undefined
          }
          onChange={(text) => dispatch({ type: 'type', field: 'name', text })}
          onBlur={leave('name', values.name)}
        />
        <StartField
          start={values.start}
          zone={zone}
          maxDate={locks?.isStarted && saved ? toLocalTime(new Date(saved), zone).date : undefined}
          {...shared('start', theirs === null ? undefined : formatStart(theirs.values.start, zone))}
          feedStart={feedStart !== null && isSameStart(values.start, feedStart) ? null : feedStart}
          onChange={(start) => dispatch({ type: 'begin', start })}
          onBlur={() => {
            if (values.start.date !== '' && values.start.time !== '') leave('start', values.start.date)()
          }}
        />
      </section>
      <section className={styles['column']} aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        {values.tiebreakers.map((question, index) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: the first question is the first, whatever it asks.
            key={index}
            id={`question-${index}`}
            label={`Tiebreaker ${index + 1}`}
            value={question}
            {...shared(questionField(index), theirs?.values.tiebreakers[index])}
            onChange={(text) => dispatch({ type: 'ask', index, text })}
            onBlur={leave(questionField(index), question)}
          />
        ))}
        <p className="field-hint">
          Every player answers both with his entry. The answers are shown in the pool from the start on.
        </p>
      </section>
    </div>
  )
}

/** What is known of the event that the id names. */
function EventHint({ editor: { event, isNew, verifyId } }: { editor: TournamentEditor }) {
  return (
    <div role="status">
      {!isNew && 'Which event is followed cannot be changed.'}
      {isNew &&
        event.status === 'unknown' &&
        'The number of the event on the sports feed, checked when you go on.'}
      {event.status === 'asking' && 'Looking for it on the sports feed'}
      {event.status === 'valid' && `Found: ${event.answer.name}`}
      {event.status === 'unanswered' && (
        <>
          <span className={styles['caution']}>{event.error}</span>{' '}
          <button type="button" className="button-link" onClick={verifyId}>
            Try again
          </button>
        </>
      )}
    </div>
  )
}
