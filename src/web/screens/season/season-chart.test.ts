import { expect, test } from 'vitest'
import { toPointsScale } from './season-chart.tsx'

test.each([
  [5300, [0, 2000, 4000]],
  [4800, [0, 1000, 2000, 3000, 4000]],
  [2500, [0, 500, 1000, 1500, 2000, 2500]],
  [100, [0, 20, 40, 60, 80, 100]],
  [1_230_000, [0, 500_000, 1_000_000]],
])('%d hundredths of a point are drawn with lines at round numbers', (highest, lines) => {
  expect(toPointsScale(highest)).toEqual(lines)
})
