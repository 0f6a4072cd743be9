import { expect, test } from 'vitest'
import type { DnfReason } from '#domain/field/field.ts'
import { buildPlayers } from '#test/support/build-tournament.ts'
import type { Player } from './tournament.ts'
import { findUnavailableGolfers } from './unavailable-golfers.ts'

const players = buildPlayers(10)

/** A field of these golfers; `out` has the athlete ids of those who are out. */
function buildMembers(listed: readonly Player[], out: Readonly<Record<string, DnfReason>> = {}) {
  return listed.map(({ espnId }) => ({ espnId, out: out[espnId] ?? null }))
}

test('a golfer is unavailable when the feed says so or no longer lists them', () => {
  const [gone, withdrawn] = players
  const field = buildMembers(players.slice(1), { [withdrawn?.espnId ?? '']: 'WD' })
  expect(findUnavailableGolfers(players, field)).toEqual([
    { player: gone, status: null },
    { player: withdrawn, status: 'WD' },
  ])
})

test('nobody is unavailable while everyone is in the field, in any order', () => {
  expect(findUnavailableGolfers(players, buildMembers(players.toReversed()))).toEqual([])
})

test('golfers who are in no tier are ignored', () => {
  const field = buildMembers(players, { [players[0]?.espnId ?? '']: 'WD' })
  expect(findUnavailableGolfers(players.slice(5), field)).toEqual([])
})

test('of a provisional field nobody is missing, and of the one that replaces it anybody can be', () => {
  const [withdrawn] = players
  const field = buildMembers(players.slice(0, 2), { [withdrawn?.espnId ?? '']: 'WD' })
  expect(findUnavailableGolfers(players, field, 'provisional')).toEqual([{ player: withdrawn, status: 'WD' }])
  expect(findUnavailableGolfers(players, field, 'replaced')).toHaveLength(players.length - 1)
  expect(findUnavailableGolfers(players, [], 'replaced')).toBeUndefined()
})

test('an empty field, or one that lacks more than a quarter of the golfers, leaves availability unknown', () => {
  expect(findUnavailableGolfers(players, [])).toBeUndefined()
  expect(findUnavailableGolfers(players, buildMembers(players.slice(11)))).toBeUndefined()
  expect(findUnavailableGolfers(players, buildMembers(players.slice(10)))).toHaveLength(10)
  expect(findUnavailableGolfers(players.slice(0, 4), buildMembers(players.slice(3)))).toHaveLength(3)
})
