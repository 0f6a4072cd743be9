import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { findMovers } from './movers.ts'
import { scorePool } from './standings.ts'

/** One person: rows 0 to 2 hold the first, second and third golfers of every tier. */
const pool = createPool(buildTournament({ entries: [buildEntry()] }))
const standingsOf = (scores: readonly (number | 'DNF')[]) => scorePool(pool, buildFieldOf(scores))

const before = standingsOf([0, -1, -2, 0, -1, -2, 0, -1, -2, 9, 9, 9])
/** The last entry is now first, and the others have each lost a place. */
const now = standingsOf([-9, -1, -2, 0, -1, -2, 0, -1, -2, 9, 9, 9])

test('the biggest moves are found, climbers first', () => {
  expect(findMovers(before, now, 5)).toEqual([
    { row: 0, gained: 2 },
    { row: 2, gained: -1 },
    { row: 1, gained: -1 },
  ])
  expect(findMovers(before, now, 1)).toEqual([{ row: 0, gained: 2 }])
})

test('nothing moves without earlier standings of the same pool, or without a change', () => {
  expect(findMovers(null, now, 5)).toEqual([])
  expect(findMovers(now, now, 5)).toEqual([])
  expect(findMovers({ ...before, pool: createPool(buildTournament()) }, now, 5)).toEqual([])
})
