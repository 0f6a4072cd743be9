import { FieldMessages, toDescribedBy } from '#web/forms/text-field.tsx'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import styles from '#web/screens/tournament/tournament-form.module.css'
import {
  findAmbiguousInstants,
  formatStart,
  isSameStart,
  parseStart,
  type StartValue,
  toStartValue,
} from '#web/screens/tournament/values/start-value.ts'
import { isPast, withStart } from '#web/screens/tournament/values/tournament-form-state.ts'
import { fixedText } from '#web/screens/tournament/values/tournament-values.ts'
import { toLocalTime, toOffsetText, toZoneText } from '#web/time/local-time.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import { Choice, Radios } from '#web/ui/field.tsx'

type Props = { editor: TournamentEditor; error: string | undefined }

/** Until the feed knows the tee times, it sets the start to midnight in this zone. */
const feedZone = 'America/New_York'

/** The start as a date and a time in the viewer's zone. */
export function StartField({ editor, error }: Props) {
  const { state, edit, touch, zone } = editor
  const { start } = state.values
  const feedStart = findFeedStart(editor)
  const otherStart = editor.differences.includes('start') ? state.conflict?.values.start : undefined
  const isFixed = editor.isFixed('start')
  const change = (changed: StartValue) => edit((form) => withStart(form, changed))
  const type = (typed: Partial<StartValue>) => change({ ...start, ...typed, isSecond: false, followsFeed: false })
  const now = new Date()
  const instant = parseStart(start, zone)
  const noon = parseStart({ ...start, time: '12:00' }, zone)
  const isDateValid = error === undefined || noon !== undefined
  const isTimeValid = error === undefined || (!isDateValid && start.time !== '')
  const showIfTouched = (isValid: boolean) => (state.touched.has('start') ? isValid : undefined)
  const leave = () => {
    if (start.date.trim() !== '' && start.time !== '') touch('start')
  }
  const messages = {
    error,
    caution: error === undefined && !editor.hasStarted ? findCaution(start, zone, now) : undefined,
    hint: `Times in ${toZoneText(instant ?? noon ?? now, zone)}. ${isFixed ? fixedText : 'Entries close at the start.'}`,
    savedElsewhere: otherStart && formatStart(otherStart, zone),
  }
  const describedBy = toDescribedBy('start', messages)

  return (
    <fieldset className="stack-tight">
      <legend className="field-label">Start</legend>
      <div className={styles['date-and-time']}>
        <div className="field">
          <label htmlFor="start-date">Day</label>
          <DatePicker
            id="start-date"
            value={start.date}
            today={toLocalTime(now, zone).date}
            isReadOnly={isFixed}
            isValid={showIfTouched(isDateValid)}
            describedBy={describedBy}
            onChange={(date) => type({ date })}
            onBlur={leave}
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
            readOnly={isFixed}
            aria-invalid={showIfTouched(isTimeValid) === false || undefined}
            aria-describedby={describedBy}
            data-valid={showIfTouched(isTimeValid) === true || undefined}
            onChange={({ target }) => type({ time: target.value })}
            onBlur={leave}
          />
        </div>
      </div>
      {!isFixed && <AmbiguousTimeChoice start={start} zone={zone} onChange={change} />}
      <FieldMessages id="start" {...messages} />
      {feedStart !== null && !editor.hasStarted && !isSameStart(start, feedStart) && (
        <p className="small-print">
          The feed says {formatStart(feedStart, zone)}.{' '}
          <button type="button" className="button-link" onClick={() => change(feedStart)}>
            Use this
          </button>
        </p>
      )}
      {!isFixed && (
        <Choice
          checked={start.followsFeed === true}
          onChange={(followsFeed) => change(followsFeed && feedStart !== null ? feedStart : { ...start, followsFeed })}
        >
          Move it when the feed moves it, and tell everyone who has entered
        </Choice>
      )}
    </fieldset>
  )
}

type AmbiguousTimeProps = { start: StartValue; zone: string; onChange: (start: StartValue) => void }

/** Asks which instant is meant, for a time that occurs twice because clocks go back. */
function AmbiguousTimeChoice({ start, zone, onChange }: AmbiguousTimeProps) {
  const occurrences = findAmbiguousInstants(start, zone)
  if (occurrences === null) return null
  const [first, second] = occurrences
  return (
    <fieldset className="stack-tight">
      <legend className="small-print">Clocks go back that night, so {start.time} occurs twice.</legend>
      <Radios
        options={[
          [false, `First (${toOffsetText(first, zone)})`],
          [true, `Second (${toOffsetText(second, zone)})`],
        ]}
        chosen={start.isSecond}
        onChange={(isSecond) => onChange({ ...start, isSecond })}
      />
    </fieldset>
  )
}

/** The start of the event in the feed, if it is known. */
function findFeedStart({ isNew, eventCheck, feedStart, zone }: TournamentEditor): StartValue | null {
  const start = isNew ? eventCheck.event?.start : feedStart
  return start == null ? null : toStartValue(start, zone, true)
}

function findCaution(start: StartValue, zone: string, now: Date): string | undefined {
  if (isPast(start, zone, now)) return 'This is in the past, so nobody will be able to enter.'
  const instant = parseStart(start, zone)
  if (instant === undefined || toLocalTime(instant, feedZone).time !== '00:00') return undefined
  return 'Only the date is known, so this is midnight US Eastern time. Enter the first tee time.'
}
