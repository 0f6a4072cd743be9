import { expect, it } from 'vitest'
import type { SeasonMessage } from '#contract/season-contract.ts'
import { scoreSeason } from '#domain/season/season.ts'
import { emptyValues, findErrors, parseTable, toPreview, toSubmission, toValues, withYear } from './season-values.ts'

const tournaments = [
  { id: 1, name: 'A', start: '2025-04-01T12:00:00.000Z', size: 2, shared: [] },
  { id: 2, name: 'B', start: '2026-04-01T12:00:00.000Z', size: 2, shared: [] },
  { id: 3, name: 'C', start: '2026-06-01T12:00:00.000Z', size: 2, shared: [] },
]
const people = [
  { userId: 1, name: 'Ann', places: [1, 2, 2] },
  { userId: 2, name: 'Bo', places: [2, 1, null] },
]
const season: SeasonMessage = {
  key: '2026',
  id: 7,
  version: 3,
  name: 'The tour',
  year: 2026,
  points: { preset: 'own', table: [10, 5] },
  bestResults: 2,
  included: [1],
  excluded: [3],
  tournaments,
  people,
}

it('a season is unchanged by a round trip through the form', () => {
  const values = toValues(season, tournaments)
  expect(values).toEqual({
    name: 'The tour',
    year: '2026',
    preset: 'own',
    table: '10, 5',
    best: '2',
    ticked: new Set([1, 2]),
  })
  const { key: _key, tournaments: _tournaments, people: _people, ...definition } = season
  expect(toSubmission(values, tournaments, season)).toEqual(definition)
})

it('a year ticks its tournaments, and another year unticks them', () => {
  const values = withYear({ ...emptyValues, ticked: new Set([1]) }, '2026', tournaments)
  expect(values.ticked).toEqual(new Set([1, 2, 3]))
  expect(withYear(values, '', tournaments).ticked).toEqual(new Set([1]))
  expect(toSubmission(values, tournaments, null)).toMatchObject({ id: 0, year: 2026, included: [1], excluded: [] })
})

it('points may be separated by commas, spaces, semicolons or lines', () => {
  expect(parseTable(' 25, 18;15\n12 ')).toEqual([25, 18, 15, 12])
  expect(parseTable('ten 5')).toEqual([Number.NaN, 5])
})

it('every field says what is wrong with it', () => {
  expect(findErrors({ ...emptyValues, preset: 'own', table: '5, 6', best: '0' })).toEqual({
    name: 'Enter a name.',
    table: 'The table must not give more points for place 2 than for place 1.',
    best: 'Enter a whole number from 1 to 100, or leave it empty.',
    tournaments: 'Tick a tournament, or choose a year.',
  })
  expect(findErrors({ ...emptyValues, name: 'x'.repeat(61), year: '2026' })).toEqual({
    name: 'Use at most 60 characters.',
  })
  expect(findErrors(toValues(season, tournaments))).toEqual({})
})

it('the preview has the standings of the ticked tournaments, once the values are valid', () => {
  const values = toValues(season, tournaments)
  const preview = toPreview(values, { tournaments, people })
  expect(preview && scoreSeason(preview).map(({ person, points }) => [person.name, points])).toEqual([
    ['Ann', 1500],
    ['Bo', 1500],
  ])
  expect(toPreview({ ...values, table: '' }, { tournaments, people })).toBeNull()
})
