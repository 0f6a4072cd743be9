import { expect, test } from 'vitest'
import { spreadLabels } from './spread-labels.ts'

const rounded = (heights: readonly number[], gap = 0.1) =>
  spreadLabels(heights, gap).map((height) => Math.round(height * 1000) / 1000)

test('labels that are apart stay where they are', () => {
  expect(rounded([])).toEqual([])
  expect(rounded([0.7, 0.2, 0.5])).toEqual([0.7, 0.2, 0.5])
})

test('labels on one point stand around it, in their order', () => {
  expect(rounded([0.5, 0.5, 0.5])).toEqual([0.4, 0.5, 0.6])
  expect(rounded([0.52, 0.9, 0.5])).toEqual([0.56, 0.9, 0.46])
  // Two pairs that meet are one group.
  expect(rounded([0.4, 0.4, 0.48, 0.48])).toEqual([0.29, 0.39, 0.49, 0.59])
})

test('labels stay in the chart, and come closer only if there are too many', () => {
  expect(rounded([1, 1, 0, 0])).toEqual([0.9, 1, 0, 0.1])
  expect(rounded([0, 0, 0, 0, 0], 0.5)).toEqual([0, 0.25, 0.5, 0.75, 1])
})
