import { expect, it } from 'vitest'
import { createRandomInteger, randomEvent, randomPicks } from '#test/support/random-forecast.ts'
import { advance, createForecastOf, readChances, readGolferChances } from './forecast.ts'

const random = createRandomInteger(7)
const event = randomEvent(random, 10)
const picks = randomPicks(random, event.players, 40)

function forecast(...steps: number[]) {
  const created = createForecastOf(event, picks, 5)
  for (const step of steps) advance(created, step)
  return created
}

it('has the same figures in every engine: these were computed once and are compared exactly', () => {
  const { win, topThree, disqualified, likelyBest, likelyWorst } = readChances(forecast(400))
  const rows = [0, 1, 2].map((row) => [win[row], topThree[row], disqualified[row], likelyBest[row], likelyWorst[row]])
  expect(rows).toMatchInlineSnapshot(`
    [
      [
        0.005,
        0.02,
        0.3275,
        8,
        0,
      ],
      [
        0.0375,
        0.08,
        0.16,
        4,
        0,
      ],
      [
        0.065,
        0.145,
        0.1275,
        2,
        0,
      ],
    ]
  `)
})

it('has the same figures in whatever steps it is refined', () => {
  expect(readChances(forecast(100, 101, 600))).toEqual(readChances(forecast(600)))
  expect(readGolferChances(forecast(250, 600))).toEqual(readGolferChances(forecast(600)))
})

it('somebody wins every simulation, and every simulation has a place for each row or none', () => {
  const { win, topThree, disqualified } = readChances(forecast(200))
  const anybodyIn = disqualified.every((chance) => chance === 1) ? 0 : 1
  expect(win.reduce((sum, chance) => sum + chance, 0)).toBeGreaterThanOrEqual(anybodyIn * 0.99)
  win.forEach((chance, row) => {
    expect(topThree[row]).toBeGreaterThanOrEqual(chance)
    expect((topThree[row] ?? 0) + (disqualified[row] ?? 0)).toBeLessThanOrEqual(1 + 1e-9)
  })
})
