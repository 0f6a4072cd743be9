import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { toBeatenHatText } from './beaten-hat.ts'
import { filterByFriendGroup } from './friend-group.ts'
import { placeHat, toHatText } from './hat.ts'
import { scorePool } from './standings.ts'

const hatCases = poolCases.chain(({ tournament, field }) => {
  const orders = fc.integer({ min: 0, max: tournament.players.length / 4 - 1 })
  return fc.record({
    field: fc.constant(field),
    members: fc.subarray([...tournament.entries]),
    tournament: fc.tuple(orders, orders, orders, orders).map((picked) => {
      const hat = picked.map((order, tier) => (tier * tournament.players.length) / 4 + order + 1)
      return { ...tournament, hat }
    }),
  })
})

/** Adds the Hat as an entry to the naive standings: "Hat 1" stands where the Hat would. */
function rankWithHat(tournament: TournamentWithEntries, field: Parameters<typeof rankNaively>[1]) {
  const { players, hat = [] } = tournament
  const entry = buildEntry({ id: 99, name: 'Hat' })
  const four = hat.flatMap((id) => players.find((player) => player.id === id) ?? [])
  const rows = [...listNaiveRows(tournament), { entry, entryNumber: 1 as const, players: four }]
  const lines = rankNaively(rows, field)
  const own = lines.find(({ displayName }) => displayName === 'Hat 1')
  const score = own?.relativeScore ?? Number.POSITIVE_INFINITY
  const others = lines.filter((line) => line !== own)
  const people = new Map<number, boolean>()
  for (const { entryId, relativeScore } of others) {
    const isAhead = relativeScore !== null && relativeScore < score
    people.set(entryId, people.get(entryId) || isAhead)
  }
  return { own, people: people.size, ahead: [...people.values()].filter((isAhead) => isAhead).length }
}

test('the Hat stands where an entry with its golfers would, and is beaten by those with one ahead, in pool and group', () => {
  const seen = new Set<string>()
  const property = fc.property(hatCases, ({ tournament, field, members }) => {
    const group = { members: members.map(({ userId: id }) => ({ id })) }
    for (const entries of [tournament.entries, filterByFriendGroup(tournament.entries, group)]) {
      const shown = { ...tournament, entries }
      const standings = scorePool(createPool(shown), field)
      const { own, people, ahead } = rankWithHat(shown, field)
      const hat = placeHat(standings)
      const { position, relativeScore, toPar, total } = own ?? {}
      expect(hat).toMatchObject({ position, relativeScore, toPar, total })
      expect(hat?.golfers.map(({ player }) => player.id)).toEqual(tournament.hat)
      const dropped = hat?.golfers.find(({ isDropped }) => isDropped)
      expect(dropped?.player.id).toBe(own?.droppedPlayerId)
      const who = ahead === 0 ? 'Nobody' : `${ahead} of ${people} ${people === 1 ? 'person' : 'people'}`
      expect(toBeatenHatText(standings)).toBe(people === 0 ? '' : `${who} ${ahead < 2 ? 'beats' : 'beat'} the Hat.`)
      seen.add(position?.startsWith('T') ? 'tied' : position === '--' ? 'out' : 'alone')
    }
  })
  fc.assert(property, { numRuns: 1000 })
  expect(seen).toEqual(new Set(['tied', 'out', 'alone']))
})

describe('in words', () => {
  const players = buildPlayers(1)
  const entry = buildEntry({ selections: buildSelections([1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]) })
  const tournament = buildTournament({ players, entries: [entry], hat: [1, 2, 3, 4] })
  const toStandings = (shown: TournamentWithEntries, out = 0) =>
    scorePool(
      createPool(shown),
      buildField({
        golfersScores: players.map((player, index) =>
          buildGolferOf(player, { relativeScore: -2, isDNF: index < out, ...(index < out && { position: 'CUT' }) }),
        ),
      }),
    )
  const toText = (standings: ReturnType<typeof toStandings>) => {
    const hat = placeHat(standings)
    return hat && [toHatText(hat), toBeatenHatText(standings)]
  }

  test('it has the place, or says why there is none; whoever only ties does not beat it', () => {
    expect(toText(toStandings(tournament))).toEqual(['The Hat would be T1 at -6.', 'Nobody beats the Hat.'])
    const missed = 'The Hat would be out: 2 missed the cut.'
    expect(toText(toStandings(tournament, 2))).toEqual([missed, 'Nobody beats the Hat.'])
    expect(toText(toStandings({ ...tournament, entries: [] }))).toEqual(['The Hat would be 1 at -6.', ''])
  })

  test('without a Hat there is nothing', () => {
    const { hat: _, ...without } = tournament
    expect([placeHat(toStandings(without)), toBeatenHatText(toStandings(without))]).toEqual([null, ''])
  })
})
