import { expect, test } from 'vitest'
import { writeCalendarFile } from './calendar-file.ts'

const context = { publicUrl: 'https://pool.example.org', poolName: 'Office Pool', timeZone: 'America/Los_Angeles' }
const revision = { count: 2, at: new Date('2026-04-01T10:00:00.123Z') }
const tournament = { id: 7, name: 'Spring Open', start: '2026-04-10T03:30:00.000Z', rounds: 4 }

/** The lines as they were before they were folded. */
function read(file: string): string[] {
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  return file.replaceAll('\r\n ', '').split('\r\n')
}

test('the calendar has the lock in UTC with a reminder, and four whole days in the zone of the pool', () => {
  const lines = read(writeCalendarFile(tournament, revision, context))
  expect(lines.slice(0, 5)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Player Pool//Tournament//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
  ])
  expect(lines.slice(5, 21)).toEqual([
    'BEGIN:VEVENT',
    'UID:lock-7@pool.example.org',
    'SEQUENCE:2',
    'DTSTAMP:20260401T100000Z',
    'DTSTART:20260410T033000Z',
    'SUMMARY:Entries close: Spring Open',
    'TRANSP:TRANSPARENT',
    'DESCRIPTION:Pick your golfers at Office Pool before then.',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT2H',
    'DESCRIPTION:Entries for Spring Open close in two hours.',
    'END:VALARM',
    'URL;VALUE=URI:https://pool.example.org/home',
    'LAST-MODIFIED:20260401T100000Z',
    'END:VEVENT',
  ])
  expect(lines.filter((line) => /^(UID|DTSTART;|DTEND;|SUMMARY:Spring)/.test(line)).slice(1, 5)).toEqual([
    'UID:round-1-7@pool.example.org',
    'DTSTART;VALUE=DATE:20260409',
    'DTEND;VALUE=DATE:20260410',
    'SUMMARY:Spring Open: round 1',
  ])
  expect(lines.filter((line) => line.startsWith('DTSTART;'))).toHaveLength(4)
  expect(lines.at(-2)).toBe('END:VCALENDAR')
})

test('texts are escaped, and lines have at most 75 bytes without breaking a character', () => {
  const name = `Ålesund; Open, ${'🏌️'.repeat(40)} \\ end\nBEGIN:VEVENT`
  const file = writeCalendarFile({ ...tournament, name }, revision, context)
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  const lines = read(file)
  expect(lines).toContain(`SUMMARY:Entries close: Ålesund\\; Open\\, ${'🏌️'.repeat(40)} \\\\ end\\nBEGIN:VEVENT`)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(5)
})

test('an event of three rounds has three days', () => {
  const lines = read(writeCalendarFile({ ...tournament, rounds: 3 }, revision, context))
  expect(lines.filter((line) => line.startsWith('SUMMARY:Spring'))).toEqual([
    'SUMMARY:Spring Open: round 1',
    'SUMMARY:Spring Open: round 2',
    'SUMMARY:Spring Open: round 3',
  ])
})

test('the same tournament gives the same file', () => {
  expect(writeCalendarFile(tournament, revision, context)).toBe(writeCalendarFile(tournament, revision, context))
})

test('the tee times of the reader’s golfers follow, each with its own revision', () => {
  const name = `Z. Upton; Jr,\r\nEND:VEVENT${'é'.repeat(60)}`
  const teeTimes = [
    { espnId: '1001', name, round: 3, at: '2026-04-11T22:50:00Z', entries: [1, 3] },
    { espnId: '1004', name: 'Bo Birch', round: 3, at: '2026-04-11T23:00:00.000Z', entries: [2] },
  ] as const
  const own = { userId: 9, teeTimes, revision: { count: 41, at: new Date('2026-04-10T23:00:01.5Z') } }
  const file = writeCalendarFile(tournament, revision, context, own)
  const common = writeCalendarFile(tournament, revision, context)
  expect(file.startsWith(common.slice(0, common.indexOf('END:VCALENDAR')))).toBe(true)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = read(file)
  const first = lines.indexOf('UID:tee-9-1001-3-7@pool.example.org') - 1
  expect(lines.slice(first)).toEqual([
    'BEGIN:VEVENT',
    'UID:tee-9-1001-3-7@pool.example.org',
    'SEQUENCE:41',
    'DTSTAMP:20260410T230001Z',
    'DTSTART:20260411T225000Z',
    'DTEND:20260411T230500Z',
    `SUMMARY:Z. Upton\\; Jr\\,\\nEND:VEVENT${'é'.repeat(60)} tees off`,
    'TRANSP:TRANSPARENT',
    'DESCRIPTION:Spring Open\\, round 3. In your entries 1 and 3 at Office Pool.',
    'URL;VALUE=URI:https://pool.example.org/pool/7',
    'LAST-MODIFIED:20260410T230001Z',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:tee-9-1004-3-7@pool.example.org',
    'SEQUENCE:41',
    'DTSTAMP:20260410T230001Z',
    'DTSTART:20260411T230000Z',
    'DTEND:20260411T231500Z',
    'SUMMARY:Bo Birch tees off',
    'TRANSP:TRANSPARENT',
    'DESCRIPTION:Spring Open\\, round 3. In your entry 2 at Office Pool.',
    'URL;VALUE=URI:https://pool.example.org/pool/7',
    'LAST-MODIFIED:20260410T230001Z',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})
