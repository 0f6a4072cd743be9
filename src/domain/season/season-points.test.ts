import { describe, expect, it } from 'vitest'
import {
  createPointsOf,
  findTableError,
  type PointsRule,
  presetTables,
  toPlacesTaken,
  toPointsText,
} from './season-points.ts'

const winner: PointsRule = { preset: 'winner', table: [] }
const everyone: PointsRule = { preset: 'everyone', table: [] }

describe('the places taken', () => {
  it('reach as far as the last entry, ties included', () => {
    expect(toPlacesTaken([])).toEqual({ size: 0, shared: [] })
    const counts = [
      { place: 5, count: 3 },
      { place: 1, count: 1 },
      { place: 2, count: 2 },
    ]
    expect(toPlacesTaken(counts)).toEqual({
      size: 7,
      shared: [
        { place: 2, count: 2 },
        { place: 5, count: 3 },
      ],
    })
  })
})

describe('points (docs/rules.md, 12.2)', () => {
  it('are those of the place', () => {
    const pointsOf = createPointsOf(winner, { size: 12, shared: [] })
    expect([1, 2, 10, 11, 12].map(pointsOf)).toEqual([2500, 1800, 100, 0, 0])
  })

  it('of a shared place are the average of the places that it occupies, those beyond the table included', () => {
    const pointsOf = createPointsOf(winner, {
      size: 12,
      shared: [
        { place: 2, count: 3 },
        { place: 9, count: 3 },
      ],
    })
    // (18 + 15 + 12) / 3, and (2 + 1 + 0) / 3.
    expect([1, 2, 5, 9].map(pointsOf)).toEqual([2500, 1500, 1000, 100])
    expect(createPointsOf(winner, { size: 4, shared: [{ place: 3, count: 2 }] })(3)).toBe(1350)
    // (12 + 10 + 8 + 6 + 4 + 2 + 1) / 7
    expect(createPointsOf(winner, { size: 10, shared: [{ place: 4, count: 7 }] })(4)).toBe(614)
  })

  it('can be one for each entry that is behind', () => {
    const pointsOf = createPointsOf(everyone, { size: 6, shared: [{ place: 5, count: 2 }] })
    expect([1, 2, 5].map(pointsOf)).toEqual([600, 500, 150])
  })

  it('are shown without trailing zeros', () => {
    expect([0, 2500, 1650, 614].map(toPointsText)).toEqual(['0', '25', '16.5', '6.14'])
  })
})

describe('a table of points', () => {
  it.each([
    [[], /at least one place/],
    [[0, 0], /for the first place/],
    [[10, 5, 6], /more points for place 3 than for place 2/],
    [[10, 2.5], /whole numbers/],
    [[-1], /whole numbers/],
    [[100_001], /whole numbers from 0 to 100,000/],
    [Array.from({ length: 201 }, () => 1), /at most 200/],
  ])('%j is refused', (table, message) => {
    expect(findTableError(table)).toMatch(message)
  })

  it('may give the same points to several places', () => {
    expect(findTableError([10, 5, 5, 0])).toBeUndefined()
    for (const table of Object.values(presetTables)) expect(findTableError(table)).toBeUndefined()
  })
})
