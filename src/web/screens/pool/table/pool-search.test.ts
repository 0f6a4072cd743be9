import { expect, test } from 'vitest'
import { createPool } from '#domain/pool.ts'
import { scorePool } from '#domain/standings.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { createPoolSearchIndex, listMatchedLines, listMatchedTiers, searchPool } from './pool-search.ts'

const famous = new Map([
  [1, 'Scottie Scheffler'],
  [4, 'Nicolai Højgaard'],
  [10, 'Ana María Schefflera'],
])
const pool = createPool(
  buildTournament({
    players: buildPlayers().map((player) => ({ ...player, name: famous.get(player.id) ?? 'Somebody Else' })),
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
  if (matches === null) throw new Error('nothing is looked for')
  const found = [...matches.rows].flatMap((hit, row) => (hit ? [row] : []))
  expect(matches.count).toBe(found.length)
  return found.map((row) => `${pool.entries[pool.entryOfRow[row] ?? -1]?.name} ${pool.numberOfRow[row]}`)
}

test('a golfer finds every entry that has him', () => {
  expect(find('scottie')).toEqual(['Robin 1', 'Zoë 2'])
  expect(find('hojgaard')).toEqual(['Robin 1', 'Robin 2'])
})

test('a name finds the entries of that player, and with a number one of them', () => {
  expect(find('zoe')).toEqual(['Zoë 1', 'Zoë 2', 'Zoë 3'])
  expect(find('zoe 3')).toEqual(['Zoë 3'])
})

test('a word may be in the name or in a golfer', () => {
  expect(find('scheff')).toEqual(['Robin 1', 'Robin 2', 'Scheff 1', 'Scheff 2', 'Scheff 3', 'Zoë 2'])
})

test('each word must be found, in whichever golfer', () => {
  expect(find('Scottie Højgaard')).toEqual(['Robin 1'])
  expect(find('robin scottie')).toEqual(['Robin 1'])
  expect(find('nobody')).toEqual([])
})

test('a question without a word leaves everybody', () => {
  expect(searchPool(createPoolSearchIndex(pool), ' . ')).toBeNull()
})

test('what is found keeps the order of the standings', () => {
  const matches = searchPool(createPoolSearchIndex(pool), 'scheffler')
  if (matches === null) throw new Error('nothing is looked for')
  const rows = listMatchedLines(standings, matches).map((line) => standings.ranking.rowAtLine[line])
  const places = rows.map((row) => standings.ranking.lineOfRow[row ?? -1])
  expect(rows).toHaveLength(3)
  expect(places).toEqual(places.toSorted((a = 0, b = 0) => a - b))
})

test('the golfers who were looked for are known in each row', () => {
  const matches = searchPool(createPoolSearchIndex(pool), 'scheffler hojgaard')
  if (matches === null) throw new Error('nothing is looked for')
  expect(listMatchedTiers(pool, matches, 0)).toEqual([0, 1])
})
