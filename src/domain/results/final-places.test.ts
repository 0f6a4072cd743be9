import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { scorePool } from '#domain/standings/standings.ts'
import type { Entry } from '#domain/tournament/tournament.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { toFinalPlaces } from './results.ts'

const closingOf = (scores: (number | 'DNF')[], ...entries: Entry[]) =>
  toFinalPlaces(scorePool(createPool(buildTournament({ entries })), buildFieldOf(scores)))

describe('the places sent to end a tournament', () => {
  test("are each user's entries in entry order, ties sharing their place, null when disqualified", () => {
    const selections = buildSelections([2, 4, 7, 10], [3, 6, 7, 10], [1, 4, 7, 10])
    const places = closingOf(
      [-1, -4, 'DNF', 0, 0, 'DNF', 0, 0, 0, 0, 0, 0],
      buildEntry({ id: 7, name: 'Bo' }),
      buildEntry({ id: 9, name: 'Ann', selections }),
    )
    // To par: Ann -4, out, -1; Bo -1, -4, out.
    expect(places).toEqual([
      { entryId: 9, places: [1, null, 3] },
      { entryId: 7, places: [3, 1, null] },
    ])
  })

  test('leave out records without picks', () => {
    expect(closingOf(Array(12).fill(0), buildEntry({ selections: [] }))).toEqual([])
  })
})
