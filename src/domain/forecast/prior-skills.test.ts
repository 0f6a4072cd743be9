import { expect, it } from 'vitest'
import type { GolferState } from './event-state.ts'
import { constants, toPriorSkills } from './prior-skills.ts'

const known = constants.week ** 2

function priorsOf(ranked: number, unranked: number) {
  const golfer = { isOut: false, toPar: 0, rounds: [], holes: 0, today: 0, parLeft: 0, teeTime: null }
  const golfers = Array.from({ length: ranked + unranked }, (_, index): GolferState => {
    return { ...golfer, rank: index < ranked ? index : null }
  })
  return toPriorSkills(golfers)
}

it('a better rank means a better skill, with the same uncertainty for all', () => {
  for (const players of [4, 60, 156]) {
    const { mean, variance } = priorsOf(players, 0)
    expect([...mean].sort((a, b) => a - b)).toEqual([...mean])
    expect([...variance].every((value) => value === known)).toBe(true)
    // The last are further behind the middle than the first are ahead of it.
    const middle = ((mean[players / 2 - 1] ?? 0) + (mean[players / 2] ?? 0)) / 2
    expect((mean[players - 1] ?? 0) - middle).toBeGreaterThan(middle - (mean[0] ?? 0))
  }
})

it('a golfer of no tier is in the lower half, or below short lists, and less is known of them', () => {
  const few = priorsOf(150, 6)
  expect(few.mean[150]).toBeGreaterThan(few.mean[110] ?? 0)
  expect(few.mean[150]).toBeLessThan(few.mean[130] ?? 0)
  expect(few.variance[150]).toBeGreaterThan(known * 1.2)
  // The best third is listed: the last of them is better than the middle.
  const short = priorsOf(50, 100)
  expect(short.mean[49]).toBeLessThan(short.mean[50] ?? 0)
  expect(short.mean[49]).toBeLessThan(0)
  // Nobody is listed, so anyone may be good.
  const nobody = priorsOf(0, 20)
  expect(nobody.mean[0]).toBeCloseTo(0)
  expect(nobody.variance[0]).toBeCloseTo(known + constants.rank ** 2)
})
