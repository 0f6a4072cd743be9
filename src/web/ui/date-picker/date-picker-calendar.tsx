import { DayPicker, type Matcher, type Modifiers } from 'react-day-picker'
import { isCalendarDate } from '#web/time/local-time.ts'
import type { CalendarRange } from './calendar-range.ts'
import styles from './date-picker.module.css'

type Props = {
  /** A day, or any other text in the field. */
  value: string
  onSelect: (day: string) => void
  range: CalendarRange
  today: string
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

function labelDayButton(date: Date, { today = false, selected = false }: Modifiers): string {
  return `${today ? 'Today, ' : ''}${dayFormat.format(date)}${selected ? ', selected' : ''}`
}

const monday = 1

/** One month, with lists to choose the month and the year. */
export function DatePickerCalendar({ value, onSelect, range, today }: Props) {
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
      // The module has the library's class names; its own styles are not loaded.
      classNames={styles}
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
