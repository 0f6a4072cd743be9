import { expect, it } from 'vitest'
import { toShownStrokes as toShown } from './shown-strokes.ts'

const toShownStrokes = (golfer: Omit<Parameters<typeof toShown>[0], 'position' | 'total' | 'relativeScore'>) =>
  toShown({ position: 'T5', total: 0, relativeScore: 0, ...golfer }, 72)

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

it('a golfer who withdrew during a round has no strokes for it, even in later rounds', () => {
  const left = { ...inRound2, round2Score: '50', totalScore: '112', thru: '--', position: 'WD' }
  const partial = { rounds: ['62', '--', '--', '--'], total: '--' }
  expect(toShown({ ...left, total: 112, relativeScore: -8 }, 72)).toEqual(partial)
  expect(toShown({ ...left, position: 'DQ', total: 112, relativeScore: -8 }, 72)).toEqual(partial)
  // They are shown after a complete round, and if par is unknown.
  const after = { ...left, round2Score: '70', totalScore: '132' }
  expect(toShown({ ...after, total: 132, relativeScore: -12 }, 72).total).toBe('132')
  expect(toShown({ ...left, total: 112, relativeScore: -8 }, 0).total).toBe('112')
})
