import { expect, test } from 'vitest'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { findGolfersOut } from './golfers-out.ts'
import type { Player } from './tournament.ts'

const players = buildPlayers(10)

/** The field that lists these players; `out` says of some what the feed says. */
function buildMembers(listed: readonly Player[], out: Readonly<Record<string, string>> = {}) {
  return listed.map(({ espnId }) => ({ espnId, status: out[espnId] ?? null }))
}

test('out is whom the feed says it of, and whom it lists no more', () => {
  const [gone, withdrawn] = players
  const field = buildMembers(players.slice(1), { [withdrawn?.espnId ?? '']: 'WD' })
  expect(findGolfersOut(players, field)).toEqual([
    { player: gone, status: null },
    { player: withdrawn, status: 'WD' },
  ])
})

test('nobody is out while everybody is in the field, in whatever order', () => {
  expect(findGolfersOut(players, buildMembers(players.toReversed()))).toEqual([])
})

test('golfers of the field who stand in no list are nobody’s', () => {
  const field = buildMembers(players, { [players[0]?.espnId ?? '']: 'WD' })
  expect(findGolfersOut(players.slice(5), field)).toEqual([])
})

test('a field that is not there, or lacks more than a quarter of the golfers, does not tell who is out', () => {
  expect(findGolfersOut(players, [])).toBeUndefined()
  expect(findGolfersOut(players, buildMembers(players.slice(11)))).toBeUndefined()
  expect(findGolfersOut(players, buildMembers(players.slice(10)))).toHaveLength(10)
  expect(findGolfersOut(players.slice(0, 4), buildMembers(players.slice(3)))).toHaveLength(3)
})
