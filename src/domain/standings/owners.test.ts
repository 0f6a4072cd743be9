import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listOwnerLines, listPicksOfUser } from './owners.ts'
import { scorePool, standingAt } from './standings.ts'

const pool = createPool(
  buildTournament({
    entries: [
      buildEntry({ id: 1, userId: 11, name: 'Ann' }),
      buildEntry({
        id: 2,
        userId: 12,
        name: 'Bo',
        selections: buildSelections([1, 6, 8, 11], [2, 4, 8, 10], [1, 6, 7, 10]),
      }),
    ],
  }),
)
const standings = scorePool(pool, buildFieldOf([-8, -5, -2, -4, -4, 1, 0, -1, 3, 2, 4, 5]))

test('the owners of a golfer are listed from the top of the standings', () => {
  const namesOf = (espnId: string) =>
    listOwnerLines(standings, espnId).map((line) => standingAt(standings, line).displayName)
  expect(namesOf('1001')).toEqual(['Ann 1', 'Bo 1', 'Bo 3'])
  expect(namesOf('1005')).toEqual(['Ann 2'])
  expect(namesOf('9999')).toEqual([])
})

test('the picks of a user are those of all their entries', () => {
  expect([...listPicksOfUser(pool, 12)]).toEqual(['1001', '1002', '1004', '1006', '1007', '1008', '1010', '1011'])
  expect(listPicksOfUser(pool, 99).size).toBe(0)
})
