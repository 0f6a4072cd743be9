import { expect, test } from 'vitest'
import { buildGolfer } from '#test/support/build-field.ts'
import { countHolesLeft, toScoreRange } from './what-if-panel.tsx'

const none = { round1Score: '--', round2Score: '--', round3Score: '--', round4Score: '--', thru: '--' }

test.each([
  ['before the first stroke', none, 72],
  ['on the first round', { ...none, round1Score: '31', thru: '8' }, 64],
  ['between rounds', { ...none, round1Score: '70', round2Score: '69', thru: 'F' }, 36],
  [
    'a hole before the end',
    { round1Score: '70', round2Score: '69', round3Score: '70', round4Score: '66', thru: '17' },
    1,
  ],
  ['at the end', { round1Score: '70', round2Score: '69', round3Score: '70', round4Score: '66', thru: 'F' }, 0],
  ['out', { ...none, round1Score: '70', thru: 'F', isDNF: true }, 0],
])('the holes that a golfer has left, %s', (_when, golfer, left) => {
  expect(countHolesLeft(buildGolfer(golfer), 4)).toBe(left)
})

test('an event of three rounds has 54 holes', () => {
  expect(countHolesLeft(buildGolfer(none), 3)).toBe(54)
  expect(
    countHolesLeft(buildGolfer({ ...none, round1Score: '70', round2Score: '69', round3Score: '70', thru: 'F' }), 3),
  ).toBe(0)
})

test('the range includes every plausible score, and one that is already set', () => {
  const golfer = buildGolfer({ ...none, round1Score: '70', round2Score: '69', thru: 'F', relativeScore: -3 })
  expect(toScoreRange(golfer, null, 4)).toEqual({ lowest: -21, highest: 22 })
  expect(toScoreRange(golfer, -30, 4)).toEqual({ lowest: -30, highest: 22 })
  const almost = buildGolfer({ round1Score: '70', round2Score: '69', round3Score: '70', round4Score: '66', thru: '17' })
  expect(toScoreRange(almost, null, 4)).toEqual({ lowest: -3, highest: 3 })
})
