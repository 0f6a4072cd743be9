import { expect, it } from 'vitest'
import { toBrierScore, toCalibrationError, toReliability } from './calibration.ts'

const outcomes = [
  ...Array.from({ length: 10 }, (_, index) => ({ chance: 0.25, happened: index < 5 })),
  ...Array.from({ length: 10 }, () => ({ chance: 1, happened: true })),
]

it('measures the distance between chances and what happened', () => {
  expect(toBrierScore(outcomes)).toBeCloseTo((5 * 0.75 ** 2 + 5 * 0.25 ** 2) / 20)
  // Ten of twenty are 25 points off, the others are right.
  expect(toCalibrationError(outcomes)).toBeCloseTo(0.125)
  expect(toReliability(outcomes).filter(({ count }) => count > 0)).toEqual([
    { from: 0.2, count: 10, predicted: 0.25, observed: 0.5 },
    { from: 0.9, count: 10, predicted: 1, observed: 1 },
  ])
  expect([toBrierScore([]), toCalibrationError([])]).toEqual([0, 0])
})
