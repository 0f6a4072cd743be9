import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyFee } from '#domain/payments/fee.ts'
import { buildPlayers, buildTournament } from '#test/support/build-tournament.ts'
import type { Player } from './tournament.ts'
import {
  findListErrors,
  haveSamePlayers,
  isSameTournamentContent,
  type ListedPlayer,
  listDetailChanges,
  listFixedChanges,
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

describe('after the start', () => {
  const fee = { ...emptyFee, price: '20 USD', howToPay: 'In cash', payouts: '1st: 100%' }
  const one = { ...buildTournament(), players: listed, fee, houseRules: 'No gimmes' }
  const withPlayers = (players: readonly ListedPlayer[]) => listFixedChanges(one, { ...one, players })
  const startFault = { field: 'start', message: 'cannot be changed: the tournament has started' }

  test('name, fee, house rules and ranks are not fixed, and neither are names of golfers nor the notation of the start', () => {
    const players = stored.map((player) => ({ ...nameless(player), rank: 7, order: player.order * 10 }))
    const start = '2026-04-09T11:00:00.000Z'
    expect(
      listFixedChanges(one, { ...one, name: 'Other', start, fee: null, houseRules: '', followsFeed: true, players }),
    ).toEqual([])
  })

  test('the start is fixed in both directions', () => {
    for (const start of ['2026-04-09T11:00:01Z', '2026-04-09T10:59:59Z', '2025-04-09T11:00:00Z'])
      expect(listFixedChanges(one, { ...one, start })).toEqual([startFault])
  })

  test('each question is fixed', () => {
    const [first, second] = one.tiebreakers
    expect(listFixedChanges(one, { ...one, tiebreakers: [first, `${second}?`] })).toEqual([
      { field: 'tiebreakers.1', message: 'cannot be changed: the tournament has started' },
    ])
  })

  test('golfers, their tiers and their order are fixed, picked or not, and a newcomer is in no tier', () => {
    const newcomer = { name: 'A Newcomer', espnId: '4711', tier: 3, order: 99 } as const
    expect(withPlayers([...listed, newcomer])).toEqual([
      { field: `players.${listed.length}`, message: 'tier D cannot be changed: the tournament has started' },
    ])
    expect(withPlayers(listed.slice(1))).toMatchObject([{ field: 'players.0', message: /^tier A/ }])
    const reversed = listed.map((player) => (player.tier === 1 ? { ...player, order: 9 - player.order } : player))
    expect(withPlayers(reversed).map(({ message }) => message.slice(0, 6))).toEqual(['tier B'])
    const moved = listed.map((player, index) => (index === 0 ? { ...player, tier: 2 as const, order: 99 } : player))
    expect(withPlayers(moved).map(({ message }) => message.slice(0, 6))).toEqual(['tier A', 'tier C'])
    expect(withPlayers(listed.filter(({ tier }) => tier !== 1))).toMatchObject([{ field: 'players' }])
  })

  test('any other list than the stored one is refused, in a property', () => {
    const lists = fc
      .shuffledSubarray([...listed], { minLength: 0 })
      .chain((players) =>
        fc.tuple(
          ...players.map((player) => fc.constantFrom(0, 1, 2, 3).map((tier) => ({ ...player, tier }) as ListedPlayer)),
        ),
      )
      .map((players) => players.map((player, order) => ({ ...player, order })))
    fc.assert(
      fc.property(lists, (players) => {
        expect(withPlayers(players).length === 0).toBe(haveSamePlayers(listed, players))
      }),
    )
  })

  test('what was put right is told as it was and as it is since', () => {
    const after = {
      ...one,
      name: 'Autumn Open',
      fee: { ...fee, isPerEntry: true, payouts: '1st: 60%' },
      houseRules: '',
    }
    expect(listDetailChanges(one, after)).toEqual([
      { field: 'name', before: one.name, after: 'Autumn Open' },
      {
        field: 'fee',
        before: '20 USD for each player\nHow to pay: In cash',
        after: '20 USD for each of the three entries\nHow to pay: In cash',
      },
      { field: 'payouts', before: '1st: 100%', after: '1st: 60%' },
      { field: 'houseRules', before: 'No gimmes', after: '' },
    ])
    const byAnswers = { ...one, fee: { ...fee, tiesByAnswers: true } }
    expect(listDetailChanges(one, byAnswers)).toEqual([
      {
        field: 'fee',
        before: '20 USD for each player\nHow to pay: In cash',
        after: '20 USD for each player\nHow to pay: In cash\nThe answers decide who gets which prize of those who tie.',
      },
    ])
    expect(listDetailChanges(one, { ...one, fee: null })).toEqual([
      { field: 'fee', before: '20 USD for each player\nHow to pay: In cash', after: '' },
      { field: 'payouts', before: '1st: 100%', after: '' },
    ])
    expect(listDetailChanges(one, { ...one, fee: undefined, houseRules: undefined })).toEqual([])
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
