import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listBestEntries, toRivalGapText } from './followed-rivals.ts'
import { type Standing, scorePool, standingsOfUser } from './standings.ts'

const second = buildSelections([1, 6, 8, 11], [2, 4, 8, 10], [1, 6, 7, 10])
const entries = [
  buildEntry({ id: 1, userId: 11, name: 'Ann' }),
  buildEntry({ id: 2, userId: 12, name: 'Bo', selections: second }),
]
const standings = scorePool(
  createPool(buildTournament({ entries })),
  buildFieldOf([-8, -5, -2, -4, -4, 1, 0, -1, 3, 2, 4, 5]),
)

test('rivals stand in the order of the standings, each with their highest entry', () => {
  const namesOf = (...ids: number[]) => listBestEntries(standings, new Set(ids)).map(({ displayName }) => displayName)
  const best = [11, 12].map((id) => standingsOfUser(standings, id).toSorted((a, b) => a.line - b.line)[0])
  const inOrder = best.toSorted((a, b) => (a?.line ?? 0) - (b?.line ?? 0)).map((standing) => standing?.displayName)
  expect(namesOf(12, 11)).toEqual(inOrder)
  expect(namesOf(99)).toEqual([])
})

test('nobody has a best entry while picks are hidden', () => {
  const hidden = createPool(buildTournament({ entries: entries.map((entry) => ({ ...entry, selections: [] })) }))
  expect(listBestEntries(scorePool(hidden, buildFieldOf([])), new Set([11, 12]))).toEqual([])
})

test.each<[own: number | null, rivals: (number | null)[], text: string | null]>([
  [-5, [-8], '3 behind R0'],
  [-5, [-3], '2 ahead of R0'],
  [-5, [-5], 'level with R0'],
  [-5, [-20, -7, -3], '2 behind R1'],
  [-5, [-9, null, -4], '1 ahead of R2'],
  [-5, [null], null],
  [-5, [], null],
  [null, [-5], null],
])('from %j, the gap to rivals at %j is "%s"', (own, rivals, text) => {
  const [standing] = standingsOfUser(standings, 11)
  if (standing === undefined) throw new Error('Ann has entries')
  const at = (relativeScore: number | null, userName = 'Me'): Standing => ({ ...standing, relativeScore, userName })
  expect(
    toRivalGapText(
      at(own),
      rivals.map((score, index) => at(score, `R${index}`)),
    ),
  ).toBe(text)
})
