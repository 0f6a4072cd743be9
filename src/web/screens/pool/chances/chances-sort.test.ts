import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { buildField } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { type ChancesColumn, sortByChances } from './chances-sort.ts'

const standings = scorePool(
  createPool(buildTournament({ entries: [buildEntry(), buildEntry({ id: 2, userId: 2 })] })),
  buildField(),
)
const { rowAtLine } = standings.ranking

/** Six rows, by line of the standings. */
const chances = {
  simulations: 100,
  win: byLine([0.096, 0.5, 0.104, 0, 0.3, 0.006]),
  topThree: byLine([0.2, 0.6, 0.4, 0.1, 0.4, 0.3]),
  disqualified: byLine([0, 0.1, 0.9, 0.2, 0.2, 1]),
  likelyBest: Int32Array.from(byLine([1, 1, 4, 2, 3, 0])),
  likelyWorst: Int32Array.from(byLine([6, 2, 0, 5, 4, 0])),
  sampling: null,
}

function byLine(values: number[]): Float64Array {
  const byRow = new Float64Array(values.length)
  values.forEach((value, line) => {
    byRow[rowAtLine[line] ?? 0] = value
  })
  return byRow
}

test.each<[ChancesColumn, 'ascending' | 'descending', number[]]>([
  ['win', 'descending', [1, 4, 0, 2, 3, 5]],
  ['win', 'ascending', [3, 5, 0, 2, 4, 1]],
  ['top-three', 'descending', [1, 2, 4, 5, 0, 3]],
  ['out', 'descending', [5, 2, 3, 4, 1, 0]],
  ['places', 'ascending', [1, 0, 3, 4, 2, 5]],
  ['pos', 'ascending', [0, 1, 2, 3, 4, 5]],
  ['to-par', 'descending', [5, 4, 3, 2, 1, 0]],
])('by %s, %s; what is shown as equal keeps the order of the standings', (column, direction, expected) => {
  expect([...sortByChances(standings, chances, { column, direction })]).toEqual(expected)
})
