import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import type { Payout } from '#domain/payments/payouts.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { testRounds } from '#test/support/test-rounds.ts'
import { type Finish, splitPot, toFinish } from './pot-split.ts'

const place = (number: number, value: number, unit: Payout['unit'] = 'percent'): Payout => ({
  ...{ prize: 'place', number, unit, value },
})
const last: Payout = { prize: 'last', number: 1, unit: 'amount', value: 1000 }
const round: Payout = { prize: 'round', number: 2, unit: 'percent', value: 1000 }
const finish = (places: (number | null)[], scores: (number | null)[] = []): Finish => ({
  places,
  prizePlaces: places,
  scoresOf: () => scores,
})
const split = (pot: number, payouts: Payout[], ended: Finish) => {
  const { awards, left } = splitPot(pot, payouts, ended)
  return [...awards.map(({ prize, number, line, minor }) => `${prize} ${number}, line ${line}: ${minor}`), left]
}

test('amounts first, then shares of the rest', () => {
  expect(split(10_000, [place(1, 6000), place(2, 4000), last], finish([1, 2, 3, null]))).toEqual([
    'place 1, line 0: 5400',
    'place 2, line 1: 3600',
    'last 1, line 2: 1000',
    0,
  ])
})

test('those who tie share what their places get, to the cent', () => {
  const payouts = [place(1, 5000), place(2, 3000), place(3, 2000)]
  expect(split(10_001, payouts, finish([1, 1, 1, 4]))).toEqual([
    'place 1, line 0: 3334',
    'place 1, line 1: 3334',
    'place 1, line 2: 3333',
    0,
  ])
  expect(split(10_000, payouts, finish([1, 2, 2, 2]))).toEqual([
    'place 1, line 0: 5000',
    'place 2, line 1: 1667',
    'place 2, line 2: 1667',
    'place 2, line 3: 1666',
    0,
  ])
})

test('what nobody wins is left, and an amount never exceeds the pot', () => {
  expect(split(900, [last, place(1, 5000)], finish([1, 2]))).toEqual(['last 1, line 1: 900', 0])
  expect(split(1000, [place(1, 5000), place(3, 5000)], finish([1, 2, null]))).toEqual(['place 1, line 0: 500', 500])
  expect(split(1000, [place(1, 5000), last, round], finish([null], [null]))).toEqual([1000])
})

test('the best of a round wins, disqualified later or not', () => {
  expect(split(1000, [round], finish([1, 2, null], [210, 209, 209]))).toEqual([
    'round 2, line 1: 50',
    'round 2, line 2: 50',
    900,
  ])
})

test('awards and what is left are the pot, and who ties wins the same but for a cent, in random pools', () => {
  const payouts = fc.uniqueArray(
    fc.record({
      prize: fc.constantFrom('place', 'place', 'last', 'round'),
      number: fc.integer({ min: 1, max: 4 }),
      unit: fc.constantFrom('percent', 'amount'),
      value: fc.integer({ min: 1, max: 2500 }),
    }),
    { maxLength: 4, selector: ({ prize, number }) => `${prize} ${prize === 'last' ? '' : number}` },
  )
  const scores = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 8 })
  const pots = fc.integer({ min: 0, max: 12_000 })
  fc.assert(
    fc.property(pots, payouts, scores, fc.nat(3), (pot, list, unsorted, out) => {
      const sorted = unsorted.toSorted()
      const places = sorted.map((score) => sorted.indexOf(score) + 1)
      const ended = finish([...places, ...Array<null>(out).fill(null)], [...sorted.toReversed(), null])
      const { awards, left } = splitPot(pot, list, ended)
      expect(awards.reduce((sum, { minor }) => sum + minor, left)).toBe(pot)
      expect([left, ...awards.map(({ minor }) => minor)].every((minor) => Number.isInteger(minor) && minor >= 0)).toBe(
        true,
      )
      const ofPlace = Map.groupBy(awards, ({ prize, number }) => `${prize} ${number}`)
      for (const group of ofPlace.values()) {
        const amounts = group.map(({ minor }) => minor)
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: testRounds(10_000) },
  )
})

test('the finish of real standings: places by line, and three golfers’ strokes of a round', () => {
  fc.assert(
    fc.property(poolCases, ({ tournament, field }) => {
      const standings = scorePool(createPool(tournament), {
        golfersScores: field.golfersScores.map((golfer) => ({ ...golfer, round1Score: String(golfer.total) })),
      })
      const { places, scoresOf } = toFinish(standings)
      expect(places.filter((value) => value !== null)).toHaveLength(standings.placed)
      expect(places.slice(standings.placed).every((value) => value === null)).toBe(true)
      expect(scoresOf(1).every((score) => score === null || (score >= 198 && score <= 210))).toBe(true)
      expect(scoresOf(1)).toHaveLength(standings.size)
    }),
    { numRuns: testRounds(30) },
  )
})
