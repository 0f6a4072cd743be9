import { Popover } from '@base-ui/react/popover'
import { useRef, useState } from 'react'
import { DayPicker, type Matcher, type Modifiers } from 'react-day-picker'
import 'react-day-picker/style.css'
import { isCalendarDate } from '#web/time/local-time.ts'
import { toFullDate } from '#web/time/time-text.ts'
import styles from './date-picker.module.css'
import { formatDay, parseDay } from './day-format.ts'

type Props = {
  /** The id of the input, for its label. */
  id: string
  /** A day ("2026-04-09"), or any other text in the field. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** In the viewer's time zone. */
  today: string
  minDate?: string | undefined
  maxDate?: string | undefined
  isValid: boolean | undefined
  /** The day is shown, and cannot be changed. */
  isReadOnly?: boolean
  describedBy?: string | undefined
}

/**
 * A day, typed in any common format or chosen from a calendar. On blur, a typed day is shown in full. Throws if
 * `maxDate` is before `minDate`.
 */
export function DatePicker(props: Props) {
  const { id, value, onChange, onBlur, today, minDate, maxDate, isValid, isReadOnly = false, describedBy } = props
  const range = toCalendarRange(today, { minDate, maxDate })
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  return (
    <div className={styles.field}>
      <input
        ref={input}
        id={id}
        className="input"
        autoComplete="off"
        readOnly={isReadOnly}
        value={typed ?? formatDay(value)}
        aria-invalid={isValid === false || undefined}
        aria-describedby={describedBy}
        data-valid={isValid === true || undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(parseDay(target.value, today) ?? target.value)
        }}
        onBlur={() => {
          setTyped(null)
          onBlur()
        }}
      />
      {!isReadOnly && (
        <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
          <Popover.Trigger className={styles.trigger} aria-label="Choose a date">
            <CalendarIcon />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner className={styles.positioner} sideOffset={4} align="end" collisionPadding={8}>
              <Popover.Popup className={styles.popup} aria-label="Calendar">
                <DatePickerCalendar
                  value={value}
                  range={range}
                  today={today}
                  onSelect={(day) => {
                    setTyped(null)
                    onChange(day)
                    setIsOpen(false)
                  }}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  )
}

function CalendarIcon() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M3 5h14v12H3zM3 9h14M7 2.5v4M13 2.5v4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}

type CalendarProps = Pick<Props, 'value' | 'today'> & { range: CalendarRange; onSelect: (day: string) => void }

function labelDayButton(date: Date, { today = false, selected = false }: Modifiers): string {
  return `${today ? 'Today, ' : ''}${toFullDate(date)}${selected ? ', selected' : ''}`
}

const monday = 1

/** One month, with lists to choose the month and the year. */
function DatePickerCalendar({ value, onSelect, range, today }: CalendarProps) {
  const selected = isCalendarDate(value) ? toDate(value) : undefined
  const [from, to] = [toDate(range.from), toDate(range.to)]
  // ISO dates sort as text, so the middle one of three is the value clamped to the range.
  const [, shown = today] = [range.from, isCalendarDate(value) ? value : today, range.to].toSorted()
  const outside: Matcher[] = [{ before: from }, { after: to }]
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      captionLayout="dropdown"
      weekStartsOn={monday}
      startMonth={from}
      endMonth={to}
      defaultMonth={toDate(shown)}
      selected={selected}
      today={toDate(today)}
      disabled={outside}
      labels={{ labelDayButton }}
      onSelect={(date) => onSelect(toDayText(date))}
    />
  )
}

/** The calendar uses dates in the browser's time zone. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function toDayText(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return [String(date.getFullYear()).padStart(4, '0'), ...parts].join('-')
}

/** The first and the last day of a calendar, such as "2026-04-09". */
type CalendarRange = { readonly from: string; readonly to: string }

const yearsEachSide = 10

/**
 * Ten years before and after this one, within the given limits. Throws if `maxDate` is before `minDate` or a limit is
 * not a date.
 */
export function toCalendarRange(
  today: string,
  { minDate, maxDate }: { minDate?: string | undefined; maxDate?: string | undefined } = {},
): CalendarRange {
  for (const limit of [minDate, maxDate]) {
    if (limit !== undefined && !isCalendarDate(limit)) throw new RangeError(`${limit} is not a date`)
  }
  if (minDate !== undefined && maxDate !== undefined && maxDate < minDate) {
    throw new RangeError('maxDate should be greater than minDate')
  }
  const year = Number(today.slice(0, 4))
  return {
    from: minDate ?? `${Math.min(year, yearOf(maxDate) ?? year) - yearsEachSide}-01-01`,
    to: maxDate ?? `${Math.max(year, yearOf(minDate) ?? year) + yearsEachSide}-12-31`,
  }
}

function yearOf(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Number(day.slice(0, 4))
}
