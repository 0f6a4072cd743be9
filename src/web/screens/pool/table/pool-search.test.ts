import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { createPoolSearchIndex, listMatchedTiers, searchPool } from './pool-search.ts'
import { sortLines } from './pool-sort.ts'
import { listLines, toOrder } from './use-pool-order.ts'

const famous = new Map([
  [1, 'Scottie Scheffler'],
  [4, 'Nicolai Højgaard'],
  [10, 'Ana María Schefflera'],
])
const pool = createPool(
  buildTournament({
    players: buildPlayers().map((player) => ({ ...player, name: famous.get(player.id) ?? 'Other Golfer' })),
    entries: [
      buildEntry({
        id: 1,
        name: 'Robin',
        selections: buildSelections([1, 4, 7, 11], [2, 4, 7, 10], [3, 5, 8, 11]),
      }),
      buildEntry({
        id: 2,
        name: 'Zoë',
        selections: buildSelections([2, 5, 8, 11], [1, 6, 9, 12], [3, 6, 9, 12]),
      }),
      buildEntry({
        id: 3,
        name: 'Scheff',
        selections: buildSelections([2, 5, 8, 11], [2, 5, 8, 11], [2, 5, 8, 11]),
      }),
    ],
  }),
)
const standings = scorePool(pool, buildFieldOf([-9, 0, 0, -1]))

function find(query: string): string[] {
  const matches = searchPool(createPoolSearchIndex(pool), query)
  if (matches === null) throw new Error('the query has no words')
  const rows = [...matches.rows].flatMap((hit, row) => (hit ? [row] : []))
  expect(matches.count).toBe(rows.length)
  return rows.map((row) => `${pool.entries[pool.entryOfRow[row] ?? -1]?.name} ${pool.numberOfRow[row]}`)
}

test('a golfer’s name finds every entry with that golfer', () => {
  expect(find('scottie')).toEqual(['Robin 1', 'Zoë 2'])
  expect(find('hojgaard')).toEqual(['Robin 1', 'Robin 2'])
})

test('a player’s name finds their entries, and with a number one of them', () => {
  expect(find('zoe')).toEqual(['Zoë 1', 'Zoë 2', 'Zoë 3'])
  expect(find('zoe 3')).toEqual(['Zoë 3'])
})

test('a word may match the player or a golfer', () => {
  expect(find('scheff')).toEqual(['Robin 1', 'Robin 2', 'Scheff 1', 'Scheff 2', 'Scheff 3', 'Zoë 2'])
})

test('every word must match, in any of the golfers', () => {
  expect(find('Scottie Højgaard')).toEqual(['Robin 1'])
  expect(find('robin scottie')).toEqual(['Robin 1'])
  expect(find('nobody')).toEqual([])
})

test('a query without words does not filter', () => {
  expect(searchPool(createPoolSearchIndex(pool), ' . ')).toBeNull()
})

test('matching lines keep the order of the standings, and of a sorted board', () => {
  const matches = searchPool(createPoolSearchIndex(pool), 'scheffler')
  if (matches === null) throw new Error('the query has no words')
  const reversed = sortLines(standings, { column: 'pos', direction: 'descending' })
  const listMatched = (sorted: Uint32Array) => {
    const { size, standingLineAt } = toOrder(standings, sorted, matches, null)
    return Array.from({ length: size }, (_, line) => standingLineAt(line))
  }
  const lines = listMatched(reversed)
  expect(lines).toHaveLength(3)
  expect(lines).toEqual([...reversed].filter((line) => lines.includes(line)))
  expect(listMatched(listLines(standings))).toEqual(lines.toSorted((a, b) => a - b))
})

test('a search lists the tiers whose golfer matches', () => {
  const matches = searchPool(createPoolSearchIndex(pool), 'scheffler hojgaard')
  if (matches === null) throw new Error('the query has no words')
  expect(listMatchedTiers(pool, matches, 0)).toEqual([0, 1])
})
