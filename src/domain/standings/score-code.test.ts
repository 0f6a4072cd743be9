import { describe, expect, test } from 'vitest'
import { buildGolfer } from '#test/support/build-field.ts'
import { createScoreCoding, encodeGolfer, toRelativeScore, toTotal } from './score-code.ts'

describe('a score code', () => {
  const golfers = [
    buildGolfer({ relativeScore: -7, total: 133 }),
    buildGolfer({ relativeScore: 0, total: 71 }),
    buildGolfer({ relativeScore: 4, total: 144 }),
    buildGolfer({ relativeScore: 30, total: 170, isDNF: true }),
  ]
  const coding = createScoreCoding(golfers)

  test('adds up as scores do', () => {
    const code = golfers.slice(0, 3).reduce((sum, golfer) => sum + encodeGolfer(coding, golfer), 0)
    expect(toRelativeScore(coding, code)).toBe(-7 + 0 + 4)
    expect(toTotal(coding, code)).toBe(133 + 71 + 144)
  })

  test('of three golfers who are still in is below that of any golfer who is out', () => {
    const worst = encodeGolfer(coding, buildGolfer({ relativeScore: 4, total: 144 }))
    const out = encodeGolfer(coding, buildGolfer({ relativeScore: -7, total: 71, isDNF: true }))
    expect(3 * worst).toBeLessThan(out)
  })

  test('exists for a field in which everyone is out', () => {
    expect(createScoreCoding([buildGolfer({ isDNF: true })]).disqualified).toBe(1)
    expect(createScoreCoding([]).disqualified).toBe(1)
  })

  test('is rejected for impossible scores', () => {
    const impossible = [buildGolfer(), buildGolfer({ relativeScore: 1_000_000 })]
    expect(() => createScoreCoding(impossible)).toThrow('Impossible scores: 0 to 1000000 to par')
    expect(() => createScoreCoding([buildGolfer({ total: Number.NaN })])).toThrow('Impossible scores')
  })
})
