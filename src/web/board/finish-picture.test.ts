import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { scorePool, standingsOfUser } from '#domain/standings/standings.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { toFinishAlternative } from './finish-picture.ts'

test('the alternative of the picture names pool, entries, places, and the golfers who count', () => {
  const entry = buildEntry({ name: 'Ann', selections: buildSelections([1, 4, 7, 10], [2, 5, 8, 11], [1, 5, 7, 10]) })
  const tournament = buildTournament({ entries: [entry] })
  const standings = scorePool(createPool(tournament), buildFieldOf([-3, 'DNF', 0, -1, 'DNF', 0, 2, 0, 0, 5, 0, 0]))
  const own = standingsOfUser(standings, entry.userId)
  expect(
    toFinishAlternative({ name: 'Our Pool', logo: null, tournament: 'The Open', status: 'Final', own, of: 1200 }),
  ).toBe(
    'Our Pool, The Open - Final: Ann. Entry 1: 1, -2, P. A1 -3, P. B1 -1, P. C1 +2. Entry 2: out: 2 missed the cut. Entry 3: 2, +4, P. A1 -3, P. C1 +2, P. D1 +5. Places are out of 1,200 entries.',
  )
})
