import { expect, test } from 'vitest'
import { toMomentText } from '#web/time/time-text.ts'
import { toDetailLines } from './audit-details.ts'

test('details become labelled lines, with nested keys joined', () => {
  expect(
    toDetailLines({
      tournamentId: 7,
      before: { name: 'Spring', tiebreakers: ['Low round?', 'Score?'] },
      after: { name: 'Spring Open', active: true, note: '', left: null },
    }),
  ).toEqual([
    { label: 'Tournament id', text: '7' },
    { label: 'Before, name', text: 'Spring' },
    { label: 'Before, tiebreakers', text: 'Low round?, Score?' },
    { label: 'After, name', text: 'Spring Open' },
    { label: 'After, active', text: 'yes' },
    { label: 'After, note', text: 'none' },
    { label: 'After, left', text: 'none' },
  ])
})

test('the stored name for notified people reads as plain English', () => {
  expect(toDetailLines({ told: 3 })).toEqual([{ label: 'Notified', text: '3' }])
})

test('times are in the viewer’s time zone', () => {
  const start = '2026-06-18T11:45:00.000Z'
  expect(toDetailLines({ start })).toEqual([{ label: 'Start', text: toMomentText(start) }])
})

test('golfers in lists are shown by name, other objects by their fields', () => {
  expect(
    toDetailLines({
      players: [
        { id: 1, name: 'R. McIlroy' },
        { id: 2, name: 'V. Hovland' },
      ],
      places: [{ entryId: 3, place: null }],
      none: [],
    }),
  ).toEqual([
    { label: 'Players', text: 'R. McIlroy, V. Hovland' },
    { label: 'Places', text: 'Entry id 3; Place none' },
    { label: 'None', text: 'none' },
  ])
})

test('a very long list is truncated and says how many are left out', () => {
  const [line] = toDetailLines({ userIds: Array.from({ length: 205 }, (_, index) => index) })
  expect(line?.text).toMatch(/^0, 1, .*199 and 5 more$/)
})
