import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { scorePool } from '#domain/standings/standings.ts'
import { buildField } from '#test/support/build-field.ts'
import { buildEntry, buildTournament } from '#test/support/build-tournament.ts'
import { listRooting, toNote, toPointsText } from './rooting-view.tsx'

const pool = createPool(buildTournament({ entries: [buildEntry(), buildEntry({ id: 2, userId: 2 })] }))
const standings = scorePool(pool, buildField())

function listChanges(fewer: number[], more: number[], topThree: number[]) {
  const fill = (values: number[]) => Float64Array.from(pool.players, (_, player) => values[player] ?? 0)
  const rooting = listRooting(standings, {
    row: 0,
    simulations: 4000,
    fewer: { win: fill(fewer), topThree: fill(topThree) },
    more: { win: fill(more), topThree: fill([]) },
  })
  const toPlayers = (lines: typeof rooting.for) => lines.map(({ player, change }) => [player, toPointsText(change)])
  return { figure: rooting.figure, for: toPlayers(rooting.for), against: toPlayers(rooting.against) }
}

test('golfers are rooted for or against by what their next stroke gains, the greatest first', () => {
  expect(listChanges([0.01, 0.016, -0.02, 0.009], [-0.01, 0, 0.014, 0], [])).toEqual({
    figure: 'win',
    for: [
      [1, '+2'],
      [0, '+1'],
    ],
    against: [[2, '+1']],
  })
})

test('where no stroke moves the win by a point, it is the chance of the top three', () => {
  expect(listChanges([0.009], [], [0.009, 0.021])).toEqual({ figure: 'topThree', for: [[1, '+2']], against: [] })
})

test('a golfer’s entries in the whole pool are counted, with their share', () => {
  const changes = Float64Array.from(pool.players, () => 0.02)
  const none = new Float64Array(pool.players.length)
  const lines = listRooting(standings, {
    row: 0,
    simulations: 4000,
    fewer: { win: changes, topThree: none },
    more: { win: none, topThree: none },
  })
  expect(new Set(lines.for.map(({ picked }) => picked))).toEqual(new Set(['2 entries, 33%']))
})

test('rivals are named up to two', () => {
  expect(toNote({ isOwn: true, rivals: { count: 0, names: [] } })).toBe('In this entry')
  expect(toNote({ isOwn: true, rivals: { count: 1, names: ['Ann 1'] } })).toBe('In this entry; also picked by Ann 1')
  expect(toNote({ isOwn: false, rivals: { count: 0, names: [] } })).toBe('')
  expect(toNote({ isOwn: false, rivals: { count: 3, names: ['Ann 1', 'Ben 2'] } })).toBe(
    'Picked by Ann 1, Ben 2 and 1 more',
  )
})
