import { expect, test } from 'vitest'
import { toMomentText } from '../shared/admin-time.ts'
import { toDetailLines } from './audit-details.ts'

test('details are lines of words, nested ones under the name of what they are in', () => {
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
    { label: 'After, note', text: 'nothing' },
    { label: 'After, left', text: 'nothing' },
  ])
})

test('times are told in the zone of the reader', () => {
  const start = '2026-06-18T11:45:00.000Z'
  expect(toDetailLines({ start })).toEqual([{ label: 'Start', text: toMomentText(start) }])
})

test('people, golfers and other things in lists are told by what they are called', () => {
  expect(
    toDetailLines({
      sources: [
        { id: 1, name: 'Ann', userName: 'ann@example.com' },
        { id: 2, name: 'V. Hovland' },
      ],
      places: [{ entryId: 3, place: null }],
      none: [],
    }),
  ).toEqual([
    { label: 'Sources', text: 'Ann (ann@example.com), V. Hovland' },
    { label: 'Places', text: 'Entry id 3; Place nothing' },
    { label: 'None', text: 'nothing' },
  ])
})

test('a very long list is cut, and says so', () => {
  const [line] = toDetailLines({ userIds: Array.from({ length: 205 }, (_, index) => index) })
  expect(line?.text).toMatch(/^0, 1, .*199 and 5 more$/)
})
