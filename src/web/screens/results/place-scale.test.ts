import { expect, test } from 'vitest'
import { toPlaceChart } from './places-chart.tsx'

const start = '2026-04-09T11:00:00.000Z'
const result = (id: number, ...places: (number | null)[]) => ({ tournament: { id, name: `T${id}`, start }, places })

test('the chart runs from the earliest tournament to the last, with first place at the top', () => {
  const chart = toPlaceChart([result(3, 1, 10, null), result(2, null, null, null), result(1, 100, 10, 10)])
  expect(chart?.tournaments.map(({ id, best, others }) => [id, best, others])).toEqual([
    [
      1,
      { place: 10, x: 0, y: 0.5 },
      [
        { x: 0, y: 0.5 },
        { x: 0, y: 1 },
      ],
    ],
    [3, { place: 1, x: 1, y: 0 }, [{ x: 1, y: 0.5 }]],
  ])
  expect(chart?.lines.map(({ text }) => text)).toEqual(['1', '3', '10', '30', '100'])
})

test('winning everything has a chart too', () => {
  const chart = toPlaceChart([result(2, 1), result(1, 1)])
  expect(chart?.tournaments.map(({ best }) => best.y)).toEqual([0, 0])
})

test.each([[[]], [[result(1, 3)]], [[result(2, null), result(1, 3)]]])(
  'fewer than two tournaments have no chart',
  (results) => {
    expect(toPlaceChart(results)).toBeNull()
  },
)
