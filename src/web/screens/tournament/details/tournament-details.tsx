import { toLocalTime } from '#web/time/local-time.ts'
import styles from '../tournament-form.module.css'
import type { TournamentDesk } from '../use-tournament-desk.ts'
import { toStartValue } from '../values/start-value.ts'
import { type FieldName, questionField } from '../values/tournament-fields.ts'
import { isSameStart } from '../values/tournament-form-state.ts'
import { findIdFault } from '../values/tournament-values.ts'
import { StartField, writeStart } from './start-field.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  desk: TournamentDesk
  faults: ReadonlyMap<FieldName, string>
  /** Fields in which somebody else has saved something else. */
  differences: readonly FieldName[]
}

/** Everything but the lists: which event, its name and start, and the two questions. */
export function TournamentDetails({ desk, faults, differences }: Props) {
  const { state, dispatch, zone, event, locks, isNew } = desk
  const { values, touched, elsewhere } = state
  const told = event.status === 'valid' ? event.answer : null
  const toldStart = told === null || told.start === null ? null : toStartValue(told.start, zone)
  const shared = (field: FieldName, theirs: string | undefined) => ({
    isTouched: touched.has(field),
    fault: faults.get(field),
    elsewhere: differences.includes(field) ? theirs : undefined,
  })
  const leave = (field: FieldName, text: string) => () => {
    if (text.trim() !== '') dispatch({ type: 'touch', field })
  }
  const saved = state.saved?.content.start
  // Whether the id is right is not known before the feed has said so.
  const isOpenQuestion =
    isNew && findIdFault(values.espnId) === undefined && !['valid', 'refused'].includes(event.status)

  return (
    <div className={styles['parts']}>
      <section className={styles['part']} aria-labelledby="event">
        <h2 id="event">Event</h2>
        <TextField
          id="event-id"
          label="Tournament Id"
          value={values.espnId}
          isDigits
          isLocked={!isNew}
          {...shared('espnId', undefined)}
          isTouched={touched.has('espnId') && !isOpenQuestion}
          fault={event.status === 'refused' ? event.fault : faults.get('espnId')}
          hint={<EventHint desk={desk} />}
          onChange={(text) => dispatch({ type: 'type', field: 'espnId', text })}
          onLeave={() => {
            leave('espnId', values.espnId)()
            if (isNew) desk.lookUp()
          }}
        />
        <TextField
          id="event-name"
          label="Name"
          value={values.name}
          {...shared('name', elsewhere?.values.name)}
          hint={
            told !== null && values.name.trim() !== told.name && values.name.trim() !== '' ? (
              <>
                The feed calls it {told.name}.{' '}
                <button
                  type="button"
                  className="button-line"
                  onClick={() => dispatch({ type: 'type', field: 'name', text: told.name })}
                >
                  Use that
                </button>
              </>
            ) : undefined
          }
          onChange={(text) => dispatch({ type: 'type', field: 'name', text })}
          onLeave={leave('name', values.name)}
        />
        <StartField
          start={values.start}
          zone={zone}
          maxDate={locks?.isStarted && saved ? toLocalTime(new Date(saved), zone).date : undefined}
          {...shared('start', elsewhere === null ? undefined : writeStart(elsewhere.values.start, zone))}
          told={toldStart !== null && isSameStart(values.start, toldStart) ? null : toldStart}
          onChange={(start) => dispatch({ type: 'begin', start })}
          onLeave={() => {
            if (values.start.date !== '' && values.start.time !== '') leave('start', values.start.date)()
          }}
        />
      </section>
      <section className={styles['part']} aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        {values.tiebreakers.map((question, at) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: the first question is the first, whatever it asks.
            key={at}
            id={`question-${at}`}
            label={`Tiebreaker ${at + 1}`}
            value={question}
            {...shared(questionField(at), elsewhere?.values.tiebreakers[at])}
            onChange={(text) => dispatch({ type: 'ask', at, text })}
            onLeave={leave(questionField(at), question)}
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
function EventHint({ desk: { event, isNew, lookUp } }: { desk: TournamentDesk }) {
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
          <span className={styles['caution']}>{event.fault}</span>{' '}
          <button type="button" className="button-line" onClick={lookUp}>
            Try again
          </button>
        </>
      )}
    </div>
  )
}
