import { toLocalTime, toOffsetText } from '#web/time/local-time.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import styles from '../tournament-form.module.css'
import { findTwoStarts, readStart, type StartValue } from '../values/start-value.ts'
import { isPast } from '../values/tournament-form-state.ts'

type Props = {
  start: StartValue
  zone: string
  /** The last day it may be moved to. */
  maxDate: string | undefined
  onChange: (start: StartValue) => void
  onLeave: () => void
  isTouched: boolean
  fault: string | undefined
  /** What the feed says, where it is something else. */
  told: StartValue | null
  elsewhere: string | undefined
}

/** The feed's day without tee times begins at midnight there. */
const feedZone = 'America/New_York'

/** When picks close: a day and a time of the viewer's own clocks. */
export function StartField(props: Props) {
  const { start, zone, maxDate, onChange, onLeave, isTouched, fault, told, elsewhere } = props
  const now = new Date()
  const moment = readStart(start, zone)
  const noon = readStart({ ...start, time: '12:00' }, zone)
  const twice = findTwoStarts(start, zone)
  const isOnlyDay = moment !== undefined && toLocalTime(moment, feedZone).time === '00:00'
  const isDateFine = fault === undefined || noon !== undefined
  const notes = [
    'start-zone',
    fault !== undefined && 'start-fault',
    elsewhere !== undefined && 'start-elsewhere',
  ]
  const describedBy = notes.filter((note) => note !== false).join(' ')
  const stateOf = (isFine: boolean) => (isTouched ? isFine : undefined)
  const isTimeFine = fault === undefined || (!isDateFine && start.time !== '')

  return (
    <fieldset className={styles['start']}>
      <legend className="field-label">Start</legend>
      <div className={styles['moment']}>
        <div className="field">
          <label htmlFor="start-date">Day</label>
          <DatePicker
            id="start-date"
            value={start.date}
            today={toLocalTime(now, zone).date}
            maxDate={maxDate}
            isValid={stateOf(isDateFine)}
            describedBy={describedBy}
            onChange={(date) => onChange({ ...start, date, isSecond: false })}
            onLeave={onLeave}
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
            aria-invalid={stateOf(isTimeFine) === false || undefined}
            aria-describedby={describedBy}
            data-valid={stateOf(isTimeFine) === true ? '' : undefined}
            onChange={({ target }) => onChange({ ...start, time: target.value, isSecond: false })}
            onBlur={onLeave}
          />
        </div>
      </div>
      {fault !== undefined && (
        <p id="start-fault" className="field-fault">
          {fault}
        </p>
      )}
      <p id="start-zone" className="field-hint">
        Times in {zone.replaceAll('_', ' ')} ({toOffsetText(moment ?? noon ?? now, zone)}). Entries close at
        the start.
      </p>
      {twice !== null && (
        <fieldset className={styles['twice']}>
          <legend className="field-hint">Clocks go back that night: {start.time} comes twice.</legend>
          {twice.map((instant, at) => (
            <label key={instant.toISOString()}>
              <input
                type="radio"
                name="start-twice"
                checked={start.isSecond === (at === 1)}
                onChange={() => onChange({ ...start, isSecond: at === 1 })}
              />
              {at === 0 ? 'The first' : 'The second'} ({toOffsetText(instant, zone)})
            </label>
          ))}
        </fieldset>
      )}
      {fault === undefined && isPast(start, zone, now) && (
        <p className={styles['caution']}>This is in the past: nobody can enter any more.</p>
      )}
      {fault === undefined && isOnlyDay && !isPast(start, zone, now) && (
        <p className={styles['caution']}>
          The feed has told the day alone: this is midnight in the east of the United States. Enter the time
          of the first tee time.
        </p>
      )}
      {told !== null && (
        <p className="field-hint">
          The feed says {writeStart(told, zone)}.{' '}
          <button type="button" className="button-line" onClick={() => onChange(told)}>
            Use that
          </button>
        </p>
      )}
      {elsewhere !== undefined && (
        <p id="start-elsewhere" className={styles['elsewhere']}>
          Saved elsewhere: {elsewhere}
        </p>
      )}
    </fieldset>
  )
}

const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** "Apr 9, 2026, 7:45 AM" */
export function writeStart(start: StartValue, zone: string): string {
  const moment = readStart(start, zone)
  return moment === undefined ? `${start.date} ${start.time}` : momentFormat.format(moment)
}
