import { describe, expect, test } from 'vitest'
import { buildPlayers, buildTournament } from '#test/support/build-tournament.ts'
import type { Player } from './tournament.ts'
import {
  findListErrors,
  isSameTournamentContent,
  type ListedPlayer,
  toOrderedPlayers,
  withRanks,
} from './tournament-edit.ts'

const stored = buildPlayers()
const listed = stored.map(({ id: _id, ...player }): ListedPlayer => player)
const field = listed.map(({ name, espnId }) => ({ name, espnId }))
const messagesOf = (errors: { message: string }[]) => errors.map(({ message }) => message)

test('only the relative order in a tier matters, not the numbers', () => {
  const loose = listed.map((player) => ({ ...player, order: player.order * 10 + 7 })).toReversed()
  expect(toOrderedPlayers(loose)).toEqual(listed)
})

describe('saving changes nothing', () => {
  const one = { ...buildTournament(), players: listed }

  test('if only golfers’ names or the notation of an instant differ', () => {
    const other = { ...one, start: '2026-04-09T11:00:00.000Z', players: stored.map(nameless) }
    expect(isSameTournamentContent(one, other)).toBe(true)
  })

  test.each([
    ['the name', { name: 'Autumn Open' }],
    ['the start', { start: '2026-04-09T11:00:01Z' }],
    ['a tiebreaker', { tiebreakers: ['Winning score?', 'Highest round?'] as const }],
    ['a golfer', { players: listed.slice(1) }],
    ['the order', { players: listed.map((player) => ({ ...player, order: 9 - player.order })) }],
    ['a tier', { players: listed.with(0, { ...buildPlayers()[0], tier: 3 } as Player) }],
  ])('unless %s differs', (_what, changes) => {
    expect(isSameTournamentContent(one, { ...one, ...changes })).toBe(false)
  })
})

describe('the rank of a golfer', () => {
  const players = listed.map((player, index) => ({ ...player, rank: index + 1 }))
  const one = { ...buildTournament(), players }
  const withAll = (rank: number | null) => ({ ...one, players: players.map((player) => ({ ...player, rank })) })

  test('is kept if it is not submitted, and can be changed and removed', () => {
    const submitted = listed
      .slice(0, 3)
      .map((player, index) => (index === 0 ? player : { ...player, rank: [0, null, 99][index] }))
    const stranger = { name: 'A Newcomer', espnId: '4711', tier: 0, order: 9 } as const
    expect(withRanks([...submitted, stranger], players).map(({ rank }) => rank)).toEqual([1, undefined, 99, undefined])
  })

  test('is a change only if it differs', () => {
    expect(isSameTournamentContent(one, { ...one, players: listed })).toBe(true)
    expect(isSameTournamentContent(one, { ...one, players: [...players] })).toBe(true)
    expect(isSameTournamentContent(one, withAll(7))).toBe(false)
    expect(isSameTournamentContent(one, withAll(null))).toBe(false)
  })
})

function nameless(player: Player): Player {
  return { ...player, name: '?' }
}

describe('the lists of a tournament', () => {
  test('are valid with the whole field, each golfer once', () => {
    expect(findListErrors(listed, field)).toEqual([])
  })

  test('have an error for each golfer who is listed twice, unknown or missing', () => {
    const stranger = { name: 'A Stranger', espnId: '7', tier: 1, order: 9 } as const
    const [first = stranger, ...others] = listed.slice(1)
    expect(findListErrors([first, first, stranger, ...others], field)).toEqual([
      { field: 'players.1.espnId', message: 'Player A2 is listed twice' },
      { field: 'players.2.espnId', message: 'A Stranger is not in the field of the event' },
      { field: 'players', message: 'Player A1 is missing' },
    ])
  })

  test('may keep or drop a golfer who has left the field', () => {
    const left = field.slice(1)
    expect(findListErrors(listed, left, new Set(['1001']))).toEqual([])
    expect(findListErrors(listed.slice(1), left, new Set(['1001']))).toEqual([])
    expect(messagesOf(findListErrors(listed, left))).toEqual(['Player A1 is not in the field of the event'])
  })
})
