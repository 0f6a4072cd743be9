import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { type Standing, type Standings, scorePool, standingAt } from '#domain/standings/standings.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { sortLines } from './pool-sort.ts'

const directions = ['ascending', 'descending'] as const

/** The lines as a comparison sort gives them: rows without a value last, equal rows in the order of the standings. */
function sortNaively(
  standings: Standings,
  toValue: (standing: Standing) => number | null,
  direction: (typeof directions)[number],
): number[] {
  const sign = direction === 'ascending' ? 1 : -1
  return Array.from({ length: standings.size }, (_, line) => ({ line, value: toValue(standingAt(standings, line)) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      return sign * (a.value - b.value)
    })
    .map(({ line }) => line)
}

/** Holds for every pool and both directions. */
function always(holds: (standings: Standings, direction: (typeof directions)[number]) => void): void {
  fc.assert(
    fc.property(poolCases, fc.constantFrom(...directions), ({ tournament, field }, direction) => {
      holds(scorePool(createPool(tournament), field), direction)
    }),
    { numRuns: 300 },
  )
}

describe('the lines of any pool', () => {
  test('by score are the standings; from the highest on, ties keep their order and those out stay last', () => {
    always((standings, direction) => {
      const expected = sortNaively(standings, ({ relativeScore }) => relativeScore, direction)
      for (const column of ['pos', 'to-par'] as const) {
        expect([...sortLines(standings, { column, direction })]).toEqual(expected)
      }
    })
  })

  test('by name are the rows of the pool, or these from the last on', () => {
    always((standings, direction) => {
      const expected = sortNaively(standings, ({ row }) => row, direction)
      expect([...sortLines(standings, { column: 'name', direction })]).toEqual(expected)
    })
  })

  test('by a tier’s golfer are by score, then golfer; golfers who are out are last', () => {
    always((standings, direction) => {
      const columns = ['golfer-a', 'golfer-b', 'golfer-c', 'golfer-d'] as const
      columns.forEach((column, tier) => {
        const toValue = ({ golfers }: Standing) => {
          const golfer = golfers[tier]?.golfer
          return golfer === undefined || golfer.isDNF ? null : golfer.relativeScore * 1000 + golfer.index
        }
        const inPlay = sortNaively(standings, toValue, direction).filter(
          (line) => toValue(standingAt(standings, line)) !== null,
        )
        const sorted = [...sortLines(standings, { column, direction })]
        expect(sorted.slice(0, inPlay.length)).toEqual(inPlay)
        expect(sorted.toSorted((a, b) => a - b)).toEqual(sorted.map((_, line) => line))
      })
    })
  })
})

test('answers are sorted by their number, then their text; missing ones are last in both directions', () => {
  const answers = ['1,275', '-12', 'none', '9 under', '', 'About 9', 'None', '1275']
  const pool = createPool(
    buildTournament({
      entries: answers.map((answer, index) =>
        buildEntry({
          id: index + 1,
          userId: index + 1,
          name: `Player ${index}`,
          tiebreakers: ['', answer],
          selections: buildSelections([1, 4, 7, 10], [1, 4, 7, 10], [1, 4, 7, 10]),
        }),
      ),
    }),
  )
  const standings = scorePool(pool, buildFieldOf([-1]))
  const answersBy = (direction: (typeof directions)[number]) =>
    [...sortLines(standings, { column: 'tie-2', direction })]
      .map((line) => standingAt(standings, line))
      .filter(({ entryNumber }) => entryNumber === 1)
      .map(({ tiebreakers }) => tiebreakers[1])
  expect(answersBy('ascending')).toEqual(['-12', '9 under', '1,275', '1275', 'About 9', 'none', 'None', ''])
  expect(answersBy('descending')).toEqual(['none', 'None', 'About 9', '1,275', '1275', '9 under', '-12', ''])
})
