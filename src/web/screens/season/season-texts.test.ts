import { expect, it } from 'vitest'
import { toOwnText, toRulesText, toTieText } from './season-texts.ts'

it('the rules are one line', () => {
  expect(toRulesText({ points: { preset: 'winner', table: [] }, bestResults: null }, 1)).toBe(
    'Points: winner takes most. All results count (1 so far).',
  )
  expect(toRulesText({ points: { preset: 'own', table: [10, 6, 4] }, bestResults: 1 }, 3)).toBe(
    'Points: 10, 6, 4. The best result counts (3 so far).',
  )
  expect(toRulesText({ points: { preset: 'own', table: [6, 5, 4, 3, 2, 1] }, bestResults: 4 }, 9)).toBe(
    'Points: 6, 5, 4, 3, 2 and so on. The best 4 results count (9 so far).',
  )
})

it('a tie in the season is explained', () => {
  expect(toTieText({ kind: 'shared', with: 'Bo' })).toBe('Level with Bo: nothing separates them.')
  expect(toTieText({ kind: 'countback', other: 'Bo', isAhead: true, place: 1, own: 2, others: 1 })).toBe(
    'Same points as Bo, ahead on countback: 1st places, 2 against 1.',
  )
  expect(toTieText({ kind: 'countback', other: 'Bo', isAhead: false, place: 6, own: 0, others: 1 })).toBe(
    'Same points as Bo, behind on countback: 6th places, none against 1.',
  )
})

it('the viewer’s own place includes the points behind the leader', () => {
  const row = (place: number, points: number, isShared = false) => ({
    person: { userId: place, name: '', places: [] },
    place,
    points,
    isShared,
    played: 1,
    countback: [],
  })
  const rows = [row(1, 4000), row(2, 2950, true)]
  expect(toOwnText(rows, rows[0])).toBe('You are 1st with 40 points.')
  expect(toOwnText(rows, rows[1])).toBe('You are tied 2nd with 29.5 points, 10.5 behind 1st.')
  expect(toOwnText([row(1, 100)], row(1, 100))).toBe('You are 1st with 1 point.')
  expect(toOwnText(rows, undefined)).toBeUndefined()
})
