import { expect, test } from 'vitest'
import { toReliability } from '#domain/forecast/calibration.ts'
import { mapPredictions, mergeReliability } from './reliability.ts'

const outcomes = (chances: number[]) => chances.map((chance) => ({ chance, happened: chance > 0.3 }))

test('tables of several tournaments are one table of all outcomes', () => {
  const [first, second] = [outcomes([0.05, 0.12, 0.31, 0.95]), outcomes([0.18, 0.33, 0.35, 1])]
  const merged = mergeReliability(
    [first, second].map((predictions) => mapPredictions(() => toReliability(predictions))),
  )
  const expected = toReliability([...first, ...second])
  merged.win.forEach((bin, index) => {
    expect(bin.count).toBe(expected[index]?.count)
    expect(bin.predicted).toBeCloseTo(expected[index]?.predicted ?? 0, 12)
    expect(bin.observed).toBeCloseTo(expected[index]?.observed ?? 0, 12)
  })
})
