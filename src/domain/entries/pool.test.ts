import { describe, expect, test } from 'vitest'
import type { Entry } from '#domain/tournament/tournament.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { countPicks, createPool, findRow, listEntrantNames, type Pool } from './pool.ts'

const poolOf = (...entries: Entry[]): Pool => createPool(buildTournament({ entries }))

const rowNames = (pool: Pool): string[] =>
  Array.from(
    pool.entryOfRow,
    (entry, row) => `${pool.entries[entry]?.name} ${pool.numberOfRow[row]} of ${pool.entries[entry]?.id}`,
  )

describe('a pool', () => {
  test('has three rows for each entry record, by name and entry number', () => {
    const pool = poolOf(buildEntry({ id: 1, name: 'Bo' }), buildEntry({ id: 2, name: 'ann' }))
    expect(pool.size).toBe(6)
    expect(rowNames(pool)).toEqual(['ann 1 of 2', 'ann 2 of 2', 'ann 3 of 2', 'Bo 1 of 1', 'Bo 2 of 1', 'Bo 3 of 1'])
  })

  test('alternates the entries of users with the same name, the older record first', () => {
    const pool = poolOf(buildEntry({ id: 8, name: 'Bo' }), buildEntry({ id: 5, name: 'Bo' }))
    expect(rowNames(pool)).toEqual(['Bo 1 of 5', 'Bo 1 of 8', 'Bo 2 of 5', 'Bo 2 of 8', 'Bo 3 of 5', 'Bo 3 of 8'])
  })

  test('points from each row to its four players, tier A to D', () => {
    const selections = buildSelections([3, 6, 9, 12], [1, 4, 7, 10], [3, 4, 7, 10])
    const pool = poolOf(buildEntry({ selections }))
    const ids = Array.from(pool.picks, (player) => pool.players[player]?.id)
    expect(ids).toEqual([3, 6, 9, 12, 1, 4, 7, 10, 3, 4, 7, 10])
  })

  test('names those whose picks are hidden, and has no rows for them', () => {
    const pool = poolOf(
      buildEntry({ id: 1, name: 'Cy' }),
      buildEntry({ id: 2, name: 'Bo', selections: [], tiebreakers: [] }),
    )
    expect(listEntrantNames(pool)).toEqual(['Bo', 'Cy'])
    expect(rowNames(pool)).toEqual(['Cy 1 of 1', 'Cy 2 of 1', 'Cy 3 of 1'])
  })

  test('rejects a pick of a player who is not in the tournament', () => {
    const selections = buildSelections([1, 4, 7, 10], [1, 4, 7, 10], [1, 4, 7, 99])
    expect(() => poolOf(buildEntry({ id: 5, selections }))).toThrow(
      'Entry 5 picks player 99, who is not in tournament 1',
    )
  })

  test('rejects selections that are not three groups of four', () => {
    const eleven = buildEntry().selections.slice(1)
    const shuffled = buildEntry().selections.toReversed()
    expect(() => poolOf(buildEntry({ selections: eleven }))).toThrow('three groups of four')
    expect(() => poolOf(buildEntry({ selections: shuffled }))).toThrow('three groups of four')
  })

  test('of nobody is empty', () => {
    expect(poolOf().size).toBe(0)
    expect(listEntrantNames(poolOf())).toEqual([])
  })
})

describe('the picks of a golfer', () => {
  test('are counted by entry, not by user', () => {
    const selections = buildSelections([1, 4, 7, 10], [1, 5, 7, 11], [1, 6, 7, 12])
    const counts = countPicks(poolOf(buildEntry({ id: 1, selections }), buildEntry({ id: 2 })))
    expect(Object.fromEntries(counts)).toEqual({
      '1001': 4,
      '1002': 1,
      '1003': 1,
      '1004': 2,
      '1005': 2,
      '1006': 2,
      '1007': 4,
      '1008': 1,
      '1009': 1,
      '1010': 2,
      '1011': 2,
      '1012': 2,
    })
  })

  test('are 0 for a golfer nobody picked', () => {
    expect(countPicks(poolOf()).get('1012')).toBe(0)
  })
})

test('the row of an entry is found by its record and number', () => {
  const hidden = buildEntry({ id: 9, userId: 9, name: 'Aa', selections: [] })
  const pool = createPool(buildTournament({ entries: [buildEntry({ id: 7 }), hidden] }))
  expect([1, 2, 3].map((number) => findRow(pool, 7, number))).toEqual([0, 1, 2])
  expect([findRow(pool, 7, 0), findRow(pool, 7, 4), findRow(pool, 9, 1), findRow(pool, 8, 1)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
