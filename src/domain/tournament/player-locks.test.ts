import { expect, test } from 'vitest'
import { buildPlayers } from '#test/support/build-tournament.ts'
import { findLockViolations, type PlayerLocks } from './tournament-edit.ts'

const players = buildPlayers()
const [first] = players
const moved = players.map((player) => (player.id === 1 ? { ...player, tier: 3 as const } : player))
const firstLeft = new Set([first?.espnId ?? ''])

function errorsOf(listed: typeof players, locks: Partial<PlayerLocks>, withdrawn = new Set<string>()) {
  const all = { entrantCount: 2, pickersByPlayer: new Map<number, number>(), ...locks }
  return findLockViolations(players, listed, withdrawn, all).map(({ error }) => error)
}

test('without entries every golfer can be moved and removed', () => {
  expect(errorsOf(moved, { entrantCount: 0 })).toEqual([])
  expect(errorsOf([], { entrantCount: 0 })).toEqual([])
})

test('before the start, golfers of the field stay in their tiers, picked or not', () => {
  expect(errorsOf(moved, {})).toEqual([
    { field: 'players.0.tier', message: 'Player A1 cannot move to another tier: 2 people have entered' },
  ])
  expect(errorsOf(players.slice(1), {})).toEqual([
    { field: 'players', message: 'Player A1 cannot be removed: 2 people have entered' },
  ])
})

test('before the start, a golfer who has left the field stays only if they were picked', () => {
  expect(errorsOf(players.slice(1), { entrantCount: 5 }, firstLeft)).toEqual([])
  const picked = { entrantCount: 5, pickersByPlayer: new Map([[1, 1]]) }
  expect(errorsOf(players.slice(1), picked, firstLeft)).toEqual([
    { field: 'players', message: 'Player A1 cannot be removed: 1 person has picked this golfer' },
  ])
})

test('before the start, with fewer than five entrants, a golfer who has left the field stays, picked or not', () => {
  const refusal = [{ field: 'players', message: 'Player A1 cannot be removed: 4 people have entered' }]
  expect(errorsOf(players.slice(1), { entrantCount: 4 }, firstLeft)).toEqual(refusal)
  const picked = { entrantCount: 4, pickersByPlayer: new Map([[1, 1]]) }
  expect(errorsOf(players.slice(1), picked, firstLeft)).toEqual(refusal)
  expect(errorsOf(players.slice(1), { entrantCount: 0 }, firstLeft)).toEqual([])
})

test('a locked golfer may move within the tier, and new golfers may join', () => {
  const reordered = players.map((player) => ({ ...player, order: 9 - player.order }))
  const joined = { id: 99, name: 'New', espnId: '99', tier: 0, order: 0 } as const
  expect(errorsOf([joined, ...reordered], {})).toEqual([])
})
