import { toLocalTime, toOffsetText } from '#web/time/local-time.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import styles from '../tournament-form.module.css'
import { findAmbiguousInstants, parseStart, type StartValue } from '../values/start-value.ts'
import { isPast } from '../values/tournament-form-state.ts'

type Props = {
  start: StartValue
  zone: string
  /** The last day it may be moved to. */
  maxDate: string | undefined
  onChange: (start: StartValue) => void
  onBlur: () => void
  isTouched: boolean
  error: string | undefined
  /** What the feed says, where it is something else. */
  feedStart: StartValue | null
  theirs: string | undefined
}

/** The feed's day without tee times begins at midnight there. */
const feedZone = 'America/New_York'

/** When picks close: a day and a time of the viewer's own clocks. */
export function StartField(props: Props) {
  const { start, zone, maxDate, onChange, onBlur, isTouched, error, feedStart, theirs } = props
  const now = new Date()
  const dateTime = parseStart(start, zone)
  const noon = parseStart({ ...start, time: '12:00' }, zone)
  const occurrences = findAmbiguousInstants(start, zone)
  const isDateOnly = dateTime !== undefined && toLocalTime(dateTime, feedZone).time === '00:00'
  const isDateValid = error === undefined || noon !== undefined
  const notes = [
    'start-zone',
    error !== undefined && 'start-fault',
    theirs !== undefined && 'start-elsewhere',
  ]
  const describedBy = notes.filter((note) => note !== false).join(' ')
  const stateOf = (isFine: boolean) => (isTouched ? isFine : undefined)
  const isTimeValid = error === undefined || (!isDateValid && start.time !== '')

  return (
    <fieldset className={styles['start']}>
      <legend className="field-label">Start</legend>
      <div className={styles['date-and-time']}>
        <div className="field">
          <label htmlFor="start-date">Day</label>
          <DatePicker
            id="start-date"
            value={start.date}
            today={toLocalTime(now, zone).date}
            maxDate={maxDate}
            isValid={stateOf(isDateValid)}
            describedBy={describedBy}
            onChange={(date) => onChange({ ...start, date, isSecond: false })}
            onBlur={onBlur}
          />
        </div>
        <div className="field">
          <label htmlFor="start-time">Time</label>
          <input
            id="start-time"
            type="time"
            className="input"
            value={start.time}
            required
            aria-invalid={stateOf(isTimeValid) === false || undefined}
            aria-describedby={describedBy}
            data-valid={stateOf(isTimeValid) === true ? '' : undefined}
            onChange={({ target }) => onChange({ ...start, time: target.value, isSecond: false })}
            onBlur={onBlur}
          />
        </div>
      </div>
      {error !== undefined && (
        <p id="start-fault" className="field-error">
          {error}
        </p>
      )}
      <p id="start-zone" className="field-hint">
        Times in {zone.replaceAll('_', ' ')} ({toOffsetText(dateTime ?? noon ?? now, zone)}). Entries close at
        the start.
      </p>
      {occurrences !== null && (
        <fieldset className={styles['occurrences']}>
          <legend className="field-hint">Clocks go back that night: {start.time} comes twice.</legend>
          {occurrences.map((instant, index) => (
            <label key={instant.toISOString()}>
              <input
                type="radio"
                name="start-twice"
                checked={start.isSecond === (index === 1)}
                onChange={() => onChange({ ...start, isSecond: index === 1 })}
              />
              {index === 0 ? 'The first' : 'The second'} ({toOffsetText(instant, zone)})
            </label>
          ))}
        </fieldset>
      )}
      {error === undefined && isPast(start, zone, now) && (
        <p className={styles['caution']}>This is in the past: nobody can enter any more.</p>
      )}
      {error === undefined && isDateOnly && !isPast(start, zone, now) && (
        <p className={styles['caution']}>
          The feed has given the day alone: this is midnight in the east of the United States. Enter the time
          of the first tee time.
        </p>
      )}
      {feedStart !== null && (
        <p className="field-hint">
          The feed says {formatStart(feedStart, zone)}.{' '}
          <button type="button" className="button-link" onClick={() => onChange(feedStart)}>
            Use that
          </button>
        </p>
      )}
      {theirs !== undefined && (
        <p id="start-elsewhere" className={styles['theirs']}>
          Saved theirs: {theirs}
        </p>
      )}
    </fieldset>
  )
}

const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** "Apr 9, 2026, 7:45 AM" */
export function formatStart(start: StartValue, zone: string): string {
  const dateTime = parseStart(start, zone)
  return dateTime === undefined ? `${start.date} ${start.time}` : momentFormat.format(dateTime)
}
