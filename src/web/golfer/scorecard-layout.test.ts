import { describe, expect, it } from 'vitest'
import type { Hole, RoundCard } from '#domain/field/field.ts'
import { findDefaultRound, toNotation, toScorecardLayout } from './scorecard.tsx'

describe('the notation of a hole', () => {
  it.each([
    [-3, 'eagle'],
    [-2, 'eagle'],
    [-1, 'birdie'],
    [0, 'par'],
    [1, 'bogey'],
    [2, 'double'],
    [5, 'double'],
  ] as const)('of %i to par is %s', (relative, notation) => {
    expect(toNotation(relative)).toBe(notation)
  })
})

describe('a scorecard', () => {
  it('has eighteen holes in order, also for a round that started on the tenth tee', () => {
    const linescores = [10, 11, 1].map((period) => ({ period, value: 4, par: 4 }))
    const { front, back } = toScorecardLayout(buildRound({ linescores }), [])
    expect([...front, ...back].map((hole) => hole.number)).toEqual(Array.from({ length: 18 }, (_, index) => index + 1))
    expect(front[0]).toEqual({ number: 1, par: 4, score: 4, notation: 'par' })
    expect(front[1]).toEqual({ number: 2, par: null, score: null, notation: null })
    expect(back.filter((hole) => hole.score !== null).map((hole) => hole.number)).toEqual([10, 11])
  })

  it('takes the par of an unplayed hole from the course', () => {
    const lines = toScorecardLayout(buildRound({ linescores: [{ period: 1, value: 3, par: 5 }] }), buildCourse())
    expect(lines.front[0]).toMatchObject({ par: 5, notation: 'eagle' })
    expect(lines.out.par).toBe(37)
    expect(lines.in.par).toBe(36)
    expect(lines.total.par).toBe(73)
  })

  it('has no total par when the par of a hole is unknown', () => {
    const lines = toScorecardLayout(buildRound(), buildCourse().slice(0, 17))
    expect([lines.out.par, lines.in.par, lines.total.par]).toEqual([36, null, null])
  })

  it('has the totals of the round', () => {
    const lines = toScorecardLayout(buildRound({ value: 70, outScore: 34, inScore: 36 }), [])
    expect([lines.out.score, lines.in.score, lines.total.score]).toEqual([34, 36, 70])
  })
})

describe('the round that a scorecard opens on', () => {
  const played = [{ period: 1, value: 4, par: 4 }]

  it('is the last one that has holes', () => {
    const rounds = [1, 2, 3].map((period) => buildRound({ period, linescores: period < 3 ? played : [] }))
    expect(findDefaultRound(rounds)?.period).toBe(2)
  })

  it('is the last one started when no round has holes', () => {
    const rounds = [1, 2, 3].map((period) => buildRound({ period, value: period < 3 ? 70 : null }))
    expect(findDefaultRound(rounds)?.period).toBe(2)
  })

  it('is the first one before the first round, and none without rounds', () => {
    expect(findDefaultRound([buildRound({ value: null })])?.period).toBe(1)
    expect(findDefaultRound([])).toBeUndefined()
  })
})

function buildRound(overrides: Partial<RoundCard> = {}): RoundCard {
  return { period: 1, value: 70, outScore: null, inScore: null, linescores: [], ...overrides }
}

function buildCourse(): Hole[] {
  return Array.from({ length: 18 }, (_, index) => ({ number: index + 1, shotsToPar: 4 }))
}
