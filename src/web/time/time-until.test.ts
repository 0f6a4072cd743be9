import { expect, test } from 'vitest'
import { timeUntil } from './time-until.ts'

const start = new Date('2026-04-09T12:00:00Z')
const words = (now: string) => timeUntil(start, new Date(now)).map(({ value, unit }) => `${value} ${unit}`)

test.each([
  ['2026-04-05T10:30:00Z', ['4 days', '1 hour']],
  ['2026-04-08T11:59:59Z', ['1 day', '0 hours']],
  ['2026-04-08T12:00:01Z', ['23 hours', '59 minutes']],
  ['2026-04-09T11:58:59Z', ['1 minute', '1 second']],
  ['2026-04-09T11:59:58.500Z', ['2 seconds']],
  ['2026-04-09T12:00:00Z', ['0 seconds']],
  ['2026-04-09T13:00:00Z', ['0 seconds']],
])('at %s the start is %j away', (now, parts) => {
  expect(words(now)).toEqual(parts)
})
