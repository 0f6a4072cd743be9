import { expect, test } from 'vitest'
import { toRoundStart } from '#domain/field/earlier-field.ts'
import type { Golfer } from '#domain/field/field.ts'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import type { PlaceChange } from './place-change.ts'
import { listPlaceReasons, toGolferClause, toPlaceSummary } from './place-change-text.ts'

const start = buildGolfer({ fullName: 'Ann Arbor', relativeScore: -2, thru: '4' })
const scored = (strokes: number, thru: string, others: Partial<Golfer> = {}) =>
  buildGolfer({ ...start, relativeScore: -2 + strokes, toPar: String(-2 + strokes), thru, ...others })
const clauseOf = (now: Golfer, before = start) => toGolferClause({ before, now })

test('a hole has its name, several holes have their score', () => {
  const holes = [-4, -3, -2, -1, 1, 2, 3, 4].map((strokes) => clauseOf(scored(strokes, '5')))
  expect(holes).toEqual([
    '1 hole in 4 under',
    'albatross',
    'eagle',
    'birdie',
    'bogey',
    'double bogey',
    'triple bogey',
    '1 hole in 4 over',
  ])
  expect(clauseOf(scored(-2, '7'))).toBe('3 holes in 2 under')
  // From the 4th hole of the first round to the 3rd of the second.
  expect(clauseOf(scored(1, '3', { round2Score: '12' }))).toBe('17 holes in 1 over')
  expect(clauseOf(scored(1, 'F'))).toBe('14 holes in 1 over')
  const today = scored(-5, '13', { round2Score: '50', currentRoundScore: '-6' })
  const [atStart] = toRoundStart(buildField({ currentRound: 2, golfersScores: [today] })).golfersScores
  expect(clauseOf(today, atStart)).toBe('13 holes in 6 under')
})

test('a golfer who goes out or comes back, a correction, and a score without holes are said as such', () => {
  const outs = ['CUT', 'WD', 'DQ', 'DNS', '--'].map((position) => clauseOf(scored(0, 'F', { isDNF: true, position })))
  expect(outs).toEqual(['missed the cut', 'withdrew', 'disqualified', 'did not start', 'not in the field'])
  expect(clauseOf(start, { ...start, isDNF: true })).toBe('back in')
  const correction = { fields: ['toPar'], reason: 'Wrong card', by: 'Ann', at: '2026-06-04T11:00:00.000Z' }
  expect(clauseOf(scored(1, '5', { correction }))).toBe('corrected from -2 to -1')
  expect(clauseOf(scored(1, '5', { correction }), { ...start, correction })).toBe('bogey')
  expect(clauseOf(scored(-1, '4'))).toBe('from -2 to -3')
})

const part = (shortName: string, isOwn: boolean, gained: number, strokes: number, values: Partial<Golfer> = {}) => ({
  before: start,
  now: scored(strokes, '5', { shortName, ...values }),
  isOwn,
  gained,
})
const cut = { isDNF: true, position: 'CUT' }
const explain = (change: Partial<PlaceChange>) => {
  const parts = change.parts ?? []
  const gained = parts.reduce((sum, each) => sum + each.gained, 0)
  const whole = { before: 17, now: 17 - gained, ...change, gained, parts }
  return [toPlaceSummary(whole), ...listPlaceReasons(whole)]
}

test('the reasons name the golfers of the entry and of rivals, and their figures sum to the change', () => {
  expect(explain({ parts: [part('A. Ash', true, 5, -2)] })).toEqual(['Up 5 to 12th', 'Up 5: A. Ash, eagle'])
  const eagle = [part('A. Ash', true, 3, -2), part('C. Cy', false, 1, 0, cut), part('D. Di', false, 1, 0, cut)]
  expect(explain({ parts: eagle })).toEqual([
    'Up 5 to 12th',
    'Up 3: A. Ash, eagle',
    'Up 2: rivals’ C. Cy and D. Di, missed the cut',
  ])
  const many = [...eagle, part('E. Ed', false, -4, -1), part('F. Flo', true, -1, 1), part('G. Gil', true, -2, 1)]
  expect(explain({ parts: many })).toEqual([
    'Down 2 to 19th',
    'Down 4: rivals’ E. Ed, birdie',
    'Down 3: F. Flo and G. Gil, bogey',
    'Up 2: rivals’ C. Cy and D. Di, missed the cut',
    'Up 3: A. Ash, eagle',
  ])
  const even = [part('A. Ash', true, 3, -1), part('B. Bo', true, -3, 1)]
  expect(explain({ parts: even })).toEqual(['Still 17th', 'Up 3: A. Ash, birdie', 'Down 3: B. Bo, bogey'])
  const crowd = ['A. A', 'B. B', 'C. C', 'D. D', 'E. E'].map((name) => part(name, false, 1, 0, cut))
  expect(explain({ parts: crowd })[1]).toBe('Up 5: rivals’ A. A, B. B, C. C, and 2 more, missed the cut')
})

test('an entry that is out or comes back has no place on that side', () => {
  expect(explain({ now: null, parts: [part('A. Ash', true, -9, 0, cut), part('B. Bo', true, -4, 0, cut)] })).toEqual([
    'Out, from 17th',
    'Down 13: A. Ash and B. Bo, missed the cut',
  ])
  expect(explain({ before: null, parts: [part('A. Ash', true, 9, -1)] })).toEqual([
    'Back in, 8th',
    'Up 9: A. Ash, birdie',
  ])
  expect(explain({})).toEqual(['Still 17th'])
  expect(explain({ before: null, now: null })).toEqual(['Still out'])
})
