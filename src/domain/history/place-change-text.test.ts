import { expect, test } from 'vitest'
import { toRoundStart } from '#domain/field/earlier-field.ts'
import type { Golfer } from '#domain/field/field.ts'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import type { PlaceChange } from './place-change.ts'
import { toGolferClause, toPlaceSentence } from './place-change-text.ts'

const start = buildGolfer({ fullName: 'Ann Arbor', relativeScore: -2, thru: '4' })
const scored = (strokes: number, thru: string, others: Partial<Golfer> = {}) =>
  buildGolfer({ ...start, relativeScore: -2 + strokes, toPar: String(-2 + strokes), thru, ...others })
const clauseOf = (now: Golfer, before = start) => toGolferClause({ before, now })

test('a hole has its name, several holes have their score', () => {
  const holes = [-4, -3, -2, -1, 1, 2, 3, 4].map((strokes) => clauseOf(scored(strokes, '5')))
  expect(holes).toEqual([
    'played 1 hole in 4 under',
    'made albatross',
    'made eagle',
    'made birdie',
    'made bogey',
    'made double bogey',
    'made triple bogey',
    'played 1 hole in 4 over',
  ])
  expect(clauseOf(scored(-2, '7'))).toBe('played 3 holes in 2 under')
  // From the 4th hole of the first round to the 3rd of the second.
  expect(clauseOf(scored(1, '3', { round2Score: '12' }))).toBe('played 17 holes in 1 over')
  expect(clauseOf(scored(1, 'F'))).toBe('played 14 holes in 1 over')
  const today = scored(-5, '13', { round2Score: '50', currentRoundScore: '-6' })
  const [atStart] = toRoundStart(buildField({ currentRound: 2, golfersScores: [today] })).golfersScores
  expect(clauseOf(today, atStart)).toBe('played 13 holes in 6 under')
})

test('a golfer who goes out or comes back, a correction, and a score without holes are said as such', () => {
  const outs = ['CUT', 'WD', 'DQ', 'DNS', '--'].map((position) => clauseOf(scored(0, 'F', { isDNF: true, position })))
  expect(outs).toEqual(['missed the cut', 'withdrew', 'got disqualified', 'did not start', 'not in the field'])
  expect(clauseOf(start, { ...start, isDNF: true })).toBe('came back in')
  const correction = { fields: ['toPar'], reason: 'Wrong card', by: 'Ann', at: '2026-06-04T11:00:00.000Z' }
  expect(clauseOf(scored(1, '5', { correction }))).toBe('got a correction from -2 to -1')
  expect(clauseOf(scored(1, '5', { correction }), { ...start, correction })).toBe('made bogey')
  expect(clauseOf(scored(-1, '4'))).toBe('went from -2 to -3')
})

const part = (fullName: string, isOwn: boolean, gained: number, strokes: number, values: Partial<Golfer> = {}) => ({
  ...{ before: start, now: scored(strokes, '5', { fullName, ...values }) },
  ...{ isOwn, gained },
})
const cut = { isDNF: true, position: 'CUT' }
const sentenceOf = (change: Partial<PlaceChange>) => {
  const parts = change.parts ?? []
  const gained = parts.reduce((sum, each) => sum + each.gained, 0)
  return toPlaceSentence({ before: 17, now: 17 - gained, ...change, gained, parts })
}

test('a sentence names the golfers of the entry, counts the others, and its figures sum to the change', () => {
  expect(sentenceOf({ parts: [part('Ann', true, 5, -2)] })).toBe('Up 5 to 12th: Ann made eagle (up 5).')
  const eagle = [part('Ann', true, 3, -2), part('Cy', false, 1, 0, cut), part('Di', false, 1, 0, cut)]
  expect(sentenceOf({ parts: eagle })).toBe(
    'Up 5 to 12th: Ann made eagle (up 3) and 2 of the rivals’ golfers missed the cut (up 2).',
  )
  const many = [...eagle, part('Ed', false, -4, -1), part('Flo', true, -1, 1), part('Gil', true, -2, 1)]
  expect(sentenceOf({ parts: many })).toBe(
    'Down 2 to 19th: Ed made birdie (down 4), Flo and Gil made bogey (down 3), 2 of the rivals’ golfers missed the cut (up 2), and 1 other (up 3).',
  )
  const even = [part('Ann', true, 3, -1), part('Bo', true, -3, 1)]
  expect(sentenceOf({ parts: even })).toBe('Still 17th: Ann made birdie (up 3) and Bo made bogey (down 3).')
})

test('an entry that is out or comes back has no place on that side', () => {
  expect(sentenceOf({ now: null, parts: [part('Ann', true, -9, 0, cut), part('Bo', true, -4, 0, cut)] })).toBe(
    'Out, from 17th: Ann and Bo missed the cut (down 13).',
  )
  expect(sentenceOf({ before: null, parts: [part('Ann', true, 9, -1)] })).toBe('Back in, 8th: Ann made birdie (up 9).')
  expect(sentenceOf({})).toBe('Still 17th: nothing changed it.')
  expect(sentenceOf({ before: null, now: null })).toBe('Still out: nothing changed it.')
})
