import { expect, test } from 'vitest'
import { toWallProgress } from './wall-progress.ts'

const golfer = { isDNF: false, position: 'T5', thru: '14', teeTime: null, currentRoundScore: '-2' }

test('a golfer on the wall has the holes played and the score of the round', () => {
  expect(toWallProgress(golfer, null)).toBe('thru 14, today -2')
  expect(toWallProgress({ ...golfer, thru: 'F', currentRoundScore: 'E' }, null)).toBe('F, today E')
  expect(toWallProgress({ ...golfer, thru: '--', currentRoundScore: '--' }, null)).toBe('--')
})

test('what all golfers share is left out, and so is all of a golfer who is out', () => {
  expect(toWallProgress({ ...golfer, thru: 'F' }, 'finished')).toBe('today -2')
  expect(toWallProgress({ ...golfer, thru: '--', currentRoundScore: '--' }, 'waiting')).toBe('')
  expect(toWallProgress({ ...golfer, isDNF: true, position: 'CUT' }, null)).toBe('')
})
