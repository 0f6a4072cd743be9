import { expect, it } from 'vitest'
import { toShownStrokes } from './shown-strokes.ts'

const inRound2 = { round1Score: '62', round2Score: '14', round3Score: '--', round4Score: '--', totalScore: '76' }
const afterRound2 = { ...inRound2, round2Score: '70', totalScore: '132' }

it('the strokes of a round, and the total with them, are shown once the round is complete', () => {
  expect(toShownStrokes({ ...inRound2, thru: '3' })).toEqual({ rounds: ['62', '--', '--', '--'], total: '--' })
  expect(toShownStrokes({ ...inRound2, thru: '17' })).toEqual({ rounds: ['62', '--', '--', '--'], total: '--' })
  expect(toShownStrokes({ ...afterRound2, thru: 'F' })).toEqual({ rounds: ['62', '70', '--', '--'], total: '132' })
})

it('before the first stroke of the next round all strokes are shown', () => {
  expect(toShownStrokes({ ...afterRound2, thru: '--' })).toEqual({ rounds: ['62', '70', '--', '--'], total: '132' })
})

it('in round 1 there are no strokes to show before its end', () => {
  const inRound1 = { round1Score: '9', round2Score: '--', round3Score: '--', round4Score: '--', totalScore: '9' }
  expect(toShownStrokes({ ...inRound1, thru: '2' })).toEqual({ rounds: ['--', '--', '--', '--'], total: '--' })
})
