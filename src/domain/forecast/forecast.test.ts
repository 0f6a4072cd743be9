import { expect, it } from 'vitest'
import { toPercentText } from '#domain/text/percent.ts'
import { createRandomInteger, type RandomInteger, randomEvent, randomPicks } from '#test/support/random-forecast.ts'
import type { EventSnapshot, GolferState } from './event-state.ts'
import { advance, createForecastOf, type Forecast, readChances, readGolferChances } from './forecast.ts'
import { findLimits, findPossiblePlaces } from './possible-places.ts'
import { noScenario } from './scenario.ts'

const random = createRandomInteger(7)
const event = randomEvent(random, 10)
const picks = randomPicks(random, event.players, 40)

function forecast(...steps: number[]) {
  const created = createForecastOf(event, picks, 5)
  for (const step of steps) advance(created, step)
  return created
}

it('a forecast has the same figures in every engine: they are compared exactly with recorded ones', () => {
  const { win, topThree, disqualified, likelyBest, likelyWorst } = readChances(forecast(400))
  const rows = [0, 1, 2].map((row) =>
    [win[row], topThree[row], disqualified[row], likelyBest[row], likelyWorst[row]].join(' '),
  )
  expect(rows).toEqual(['0.005 0.0225 0.37 9 0', '0.0325 0.0875 0.155 4 0', '0.0625 0.1525 0.1275 2 0'])
})

it('a forecast has the same figures whatever the step size', () => {
  expect(readChances(forecast(100, 101, 600))).toEqual(readChances(forecast(600)))
  expect(readGolferChances(forecast(250, 600))).toEqual(readGolferChances(forecast(600)))
})

it('every simulation has a winner, and gives each row a place or disqualifies it', () => {
  const { win, topThree, disqualified } = readChances(forecast(200))
  const anybodyIn = disqualified.every((chance) => chance === 1) ? 0 : 1
  expect(win.reduce((sum, chance) => sum + chance, 0)).toBeGreaterThanOrEqual(anybodyIn * 0.99)
  win.forEach((chance, row) => {
    expect(topThree[row]).toBeGreaterThanOrEqual(chance)
    expect((topThree[row] ?? 0) + (disqualified[row] ?? 0)).toBeLessThanOrEqual(1 + 1e-9)
  })
})

it('knows how certain a result is: whole per cent, and 0 or 100 only if it is proven', () => {
  const texts = [0, 0.004, 0.0149, 0.5, 0.985, 0.996, 1].map((chance) => toPercentText(chance, 'open'))
  expect(texts).toEqual(['<1', '<1', '1', '50', '99', '>99', '>99'])
  expect([toPercentText(0.3, 'impossible'), toPercentText(0.3, 'certain')]).toEqual(['0', '100'])
})

it('when play is over every simulation is the result', () => {
  const over = { ...event, cut: null, completed: true }
  const chances = readChances(advanced(createForecastOf(over, picks, 1), 30))
  expect(chances.win.every((chance) => chance === 0 || chance === 1)).toBe(true)
  expect(chances.win).toContain(1)
  chances.likelyBest.forEach((place, row) => {
    expect(chances.likelyWorst[row]).toBe(place)
  })
})

/** In a large pool, one bucket has several places. */
const manyRows = 500

it('the likely places of a large pool are those of the result when play is over', () => {
  const many = randomPicks(random, event.players, manyRows)
  const over = { ...event, cut: null, completed: true }
  const { likelyBest, likelyWorst, disqualified } = readChances(advanced(createForecastOf(over, many, 1), 30))
  const limits = findLimits(over, noScenario)
  const places = Array.from({ length: manyRows }, (_, row) => findPossiblePlaces(limits, many, row).best ?? 0)
  expect(Math.max(...places)).toBeGreaterThan(100)
  expect([[...likelyBest], [...likelyWorst]]).toEqual([places, places])
  expect([...disqualified].map((chance) => chance === 1)).toEqual(places.map((place) => place === 0))
})

it('the likely places are places that are possible, whatever the moment', () => {
  const decided = new Set<string>()
  for (let moment = 0; moment < 20; moment += 1) {
    const random = createRandomInteger(moment)
    const last = randomLastHoles(random)
    const many = randomPicks(random, last.players, manyRows)
    const { likelyBest, likelyWorst } = readChances(advanced(createForecastOf(last, many, moment), 200))
    const limits = findLimits(last, noScenario)
    for (let row = 0; row < manyRows; row += 1) {
      const { best, worst } = findPossiblePlaces(limits, many, row)
      const [from, to] = [likelyBest[row] ?? 0, likelyWorst[row] ?? 0]
      // 0 is "disqualified", which comes after all places.
      const isWithin =
        (from === 0 ? worst === null : best !== null && from >= best) &&
        (to === 0 ? worst === null : to <= (worst ?? manyRows))
      if (!isWithin) expect.fail(`moment ${moment}, row ${row}: ${from} to ${to}, possible ${best} to ${worst}`)
      if (best === worst && (best ?? 0) > 24) decided.add(`${moment} ${row}`)
    }
  }
  expect(decided.size).toBeGreaterThan(20)
})

/** A random event in which few golfers still have a hole to play. */
function randomLastHoles(random: RandomInteger): EventSnapshot {
  const last = randomEvent(random, 10)
  const golfers = last.golfers.map((golfer): GolferState => {
    const rounds = Array.from({ length: 4 }, () => random(11) - 4)
    const toPar = rounds.reduce((sum, round) => sum + round, 0)
    const done = { ...golfer, rounds, toPar, holes: 0, today: 0, parLeft: 0 }
    if (golfer.isOut || random(20) > 0) return done
    return { ...done, rounds: rounds.slice(0, 3), holes: 17, today: rounds[3] ?? 0, parLeft: 4 }
  })
  return { ...last, golfers, cut: null }
}

it('a stroke less never lowers a chance, if no rival has the golfer and the cut has been made', () => {
  const own = picks[0] ?? 0
  const rivals = Uint16Array.from([...picks.subarray(0, 4), ...withoutGolfer(own)])
  const afterCut = { ...event, cut: null }
  const before = readChances(advanced(createForecastOf(afterCut, rivals, 3), 200))
  const better = createForecastOf(afterCut, rivals, 3)
  better.outlook.toPar[own] = (better.outlook.toPar[own] ?? 0) - 1
  const after = readChances(advanced(better, 200))
  expect(after.win[0]).toBeGreaterThanOrEqual(before.win[0] ?? 0)
  expect(after.topThree[0]).toBeGreaterThan(before.topThree[0] ?? 0)
  expect(after.disqualified[0]).toBe(before.disqualified[0])
})

function withoutGolfer(golfer: number): number[] {
  return Array.from({ length: 39 }, (_, row) => [...picks.subarray(row * 4 + 4, row * 4 + 8)])
    .filter((row) => !row.includes(golfer))
    .flat()
}

it('a scenario fixes a golfer and leaves the others’ play as it is', () => {
  const scenario = new Map<number, number | 'out'>([
    [picks[0] ?? 0, -60],
    [picks[1] ?? 0, -60],
    [picks[2] ?? 0, -60],
  ])
  const { win, disqualified } = readChances(advanced(createForecastOf(event, picks, 5, scenario), 100))
  expect([win[0], disqualified[0]]).toEqual([1, 0])
  const outs = new Map<number, number | 'out'>([...scenario.keys()].map((golfer) => [golfer, 'out']))
  expect(readChances(advanced(createForecastOf(event, picks, 5, outs), 100)).disqualified[0]).toBe(1)
})

function advanced(created: Forecast, until: number): Forecast {
  advance(created, until)
  return created
}

it('agrees with figures worked out by hand, a hole before the end and right after the start', () => {
  const over = { rank: 0, isOut: false, holes: 0, today: 0, parLeft: 0, teeTime: null }
  const finished = (toPar: number) => ({ ...over, toPar, rounds: [0, 0, 0, toPar] })
  const lastHole = { ...over, toPar: -9, rounds: [0, 0, -9], holes: 17, parLeft: 4 }
  const golfers = [finished(-10), lastHole, finished(0), finished(0), finished(9)]
  const end = { golfers, players: 5, rounds: 4, par: 72, cut: null, completed: false }
  const two = Uint16Array.of(0, 2, 3, 4, 1, 2, 3, 4)
  const { win } = readChances(advanced(createForecastOf(end, two, 1), 20_000))
  // One hole scatters by 2.9 / sqrt(18) = 0.68 strokes: a stroke is gained below -0.5, in 23 % of all cases, and ties.
  expect(win[1]).toBeGreaterThan(0.19)
  expect(win[1]).toBeLessThan(0.28)
  // The leader shares the win unless two strokes are gained, below -1.5, in 1.4 %.
  expect(win[0]).toBeGreaterThan(0.97)
  expect(win[0]).toBeLessThan(0.998)

  const waiting = Array.from({ length: 8 }, () => ({ ...over, rank: null, toPar: 0, rounds: [] }))
  const start = { ...end, golfers: waiting, players: 8 }
  const equal = Uint16Array.of(0, 1, 2, 3, 4, 5, 6, 7)
  const even = readChances(advanced(createForecastOf(start, equal, 1), 20_000))
  // Two equal entries: half each, and a tie for both. Scores scatter by about 9 strokes each, so ties are about 3 %.
  expect(Math.abs((even.win[0] ?? 0) - (even.win[1] ?? 0))).toBeLessThan(0.03)
  expect((even.win[0] ?? 0) + (even.win[1] ?? 0)).toBeGreaterThan(1.015)
  expect((even.win[0] ?? 0) + (even.win[1] ?? 0)).toBeLessThan(1.06)
})
