import type { Tournament } from '#domain/tournament/tournament.ts'
import { toLocalDay } from '../time-format.ts'

/** The number of changes since creation, and the last one's time, for SEQUENCE and LAST-MODIFIED (RFC 5545, 3.8.7). */
export type Revision = { readonly count: number; readonly at: Date }

type Context = { readonly publicUrl: string; readonly poolName: string; readonly timeZone: string }

const day = 24 * 60 * 60 * 1000
const rounds = 4

/**
 * A calendar file (RFC 5545) with the lock, with a reminder two hours before it, and the rounds. The rounds are all-day events
 * from the day of the start, in the pool's time zone, because tee times of later rounds are not known.
 */
export function writeCalendarFile(
  tournament: Pick<Tournament, 'id' | 'name' | 'start'>,
  revision: Revision,
  { publicUrl, poolName, timeZone }: Context,
): string {
  const host = new URL(publicUrl).hostname
  const start = new Date(tournament.start)
  const stamp = toUtc(revision.at)
  const common = (uid: string) => [
    `UID:${uid}-${tournament.id}@${host}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${revision.count}`,
  ]
  const lock = [
    'BEGIN:VEVENT',
    ...common('lock'),
    `DTSTART:${toUtc(start)}`,
    `DTEND:${toUtc(start)}`,
    `SUMMARY:${escapeText(`Entries close: ${tournament.name}`)}`,
    `DESCRIPTION:${escapeText(`Pick your golfers at ${poolName} before then.`)}`,
    `URL:${publicUrl}/home`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(`Entries for ${tournament.name} close in two hours.`)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
  ]
  const firstDay = Date.parse(toLocalDay(start, timeZone))
  const roundEvents = Array.from({ length: rounds }, (_, index) => [
    'BEGIN:VEVENT',
    ...common(`round-${index + 1}`),
    `DTSTART;VALUE=DATE:${toDate(firstDay + index * day)}`,
    `DTEND;VALUE=DATE:${toDate(firstDay + (index + 1) * day)}`,
    `SUMMARY:${escapeText(`${tournament.name}: round ${index + 1}`)}`,
    `URL:${publicUrl}/pool/${tournament.id}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Player Pool//Tournament//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...lock,
    ...roundEvents.flat(),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** "20260409T110000Z" */
function toUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** "20260409" */
function toDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
}

/** RFC 5545, 3.3.11. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}]+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
}

const maxLineBytes = 75

/** Lines of at most 75 bytes, never broken inside a character (RFC 5545, 3.1). */
function fold(line: string): string {
  let folded = ''
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > maxLineBytes) {
      folded += '\r\n '
      size = 1
    }
    folded += character
    size += bytes
  }
  return folded
}
