import { expect, test } from 'vitest'
import type { DnfReason } from '#domain/field/field.ts'
import type { Player } from '#domain/tournament/tournament.ts'
import { findWithdrawnGolfers } from './golfer-withdrawals.ts'

function buildPlayers(count: number): Player[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Golfer ${index}`,
    espnId: String(1000 + index),
    tier: 0,
    order: index,
  }))
}

/** A field with these golfers; `out` maps some of them to the feed's reason. */
function buildGolfers(players: readonly Player[], out: Readonly<Record<string, DnfReason>> = {}) {
  return players.map(({ name, espnId }) => ({ name, espnId, out: out[espnId] ?? null }))
}

test('golfers who withdrew, were disqualified, do not start or are no longer listed have left', () => {
  const players = buildPlayers(40)
  const golfers = buildGolfers(players.slice(1), { 1001: 'WD', 1002: 'DQ', 1003: 'DNS' })
  const found = findWithdrawnGolfers(players, { golfers })
  expect(found).toEqual([
    { player: players[0], status: null },
    { player: players[1], status: 'WD' },
    { player: players[2], status: 'DQ' },
    { player: players[3], status: 'DNS' },
  ])
})

test('a golfer whom the feed lists without an id has not left', () => {
  const players = buildPlayers(40)
  const found = findWithdrawnGolfers(players, { golfers: buildGolfers(players.slice(2)), unidentified: ['Golfer 1'] })
  expect(found).toEqual([{ player: players[0], status: null }])
})

test('missed cuts are ignored before the start', () => {
  const players = buildPlayers(40)
  expect(findWithdrawnGolfers(players, { golfers: buildGolfers(players, { 1001: 'CUT', 1002: 'MDF' }) })).toEqual([])
})

test('an empty field, or one that lacks more than a quarter of the golfers, is not trusted, with a reason', () => {
  const players = buildPlayers(40)
  expect(findWithdrawnGolfers(players, { golfers: [] })).toMatch(/has not been published/)
  expect(findWithdrawnGolfers(players, { golfers: buildGolfers(players.slice(11)) })).toBe(
    'Only 29 of your 40 golfers are in the field, so it seems incomplete.',
  )
  expect(findWithdrawnGolfers(players, { golfers: buildGolfers(players.slice(10)) })).toHaveLength(10)
})
