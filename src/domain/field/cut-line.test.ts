import { describe, expect, test } from 'vitest'
import { findCutLineIndex, projectCutline } from './cut-line.ts'
import type { Cutline } from './field.ts'

const cut = { round: 2, score: -2, count: 70 }
const inCutRound = { cut, currentRound: 2, isPlayComplete: false }

describe('the projected cut', () => {
  test('is shown while the cut round is on', () => {
    expect(projectCutline(inCutRound)).toEqual({ value: -2, type: 'projected', displayValue: '-2' })
  })

  test('may be even par', () => {
    const atEven = projectCutline({ ...inCutRound, cut: { ...cut, score: 0 } })
    expect(atEven).toEqual({ value: 0, type: 'projected', displayValue: 'E' })
  })

  test.each([
    ['before the cut round', { ...inCutRound, currentRound: 1 }],
    ['after the cut round', { ...inCutRound, currentRound: 3 }],
    ['when play of the cut round is complete', { ...inCutRound, isPlayComplete: true }],
    ['while the line is not computed', { ...inCutRound, cut: { ...cut, score: 0, count: 0 } }],
    ['for an event without a cut that has not begun', { ...inCutRound, cut: { ...cut, round: 0 }, currentRound: 0 }],
  ])('the cut line is not shown %s', (_, moment) => {
    expect(projectCutline(moment)).toBeNull()
  })
})

describe('the row of the projected cut', () => {
  const line: Cutline = { value: 0, type: 'projected', displayValue: 'E' }
  const golfers = (...scores: (number | 'out')[]) =>
    scores.map((score) =>
      score === 'out' ? { isDNF: true, relativeScore: -9 } : { isDNF: false, relativeScore: score },
    )

  test('comes after the last golfer at the line', () => {
    expect(findCutLineIndex(golfers(-6, -1, 0, 0, 1, 2), line)).toBe(3)
  })

  test('comes after the last golfer better than the line if nobody is on it', () => {
    expect(findCutLineIndex(golfers(-6, -1, 1, 2), line)).toBe(1)
  })

  test('comes before those who are out if all others are inside', () => {
    expect(findCutLineIndex(golfers(-6, -1, 'out', 'out'), line)).toBe(1)
  })

  test('is absent if nobody is inside or there is no line', () => {
    expect(findCutLineIndex(golfers(1, 2, 'out'), line)).toBeNull()
    expect(findCutLineIndex([], line)).toBeNull()
    expect(findCutLineIndex(golfers(-1, 1), null)).toBeNull()
  })

  test('never puts a golfer at the line outside, even in a list caught between two updates', () => {
    expect(findCutLineIndex(golfers(-3, 1, 0, 2), line)).toBe(2)
  })
})
