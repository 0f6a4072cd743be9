import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toShareText } from '#domain/text/percent.ts'
import type { Entry, TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { arbitraryOrderOf, poolCases } from '#test/support/arbitrary-pool.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listNaiveRows } from '#test/support/naive-standings.ts'
import { createPool } from './pool.ts'
import { comparePicks, listPickedGolfers, toConsensusText } from './pool-picks.ts'

const poolOf = (...entries: Entry[]) => createPool(buildTournament({ entries }))

/** Twelve picks of the players of `buildTournament`. */
const [first, second, third] = [
  [1, 4, 7, 10],
  [2, 5, 8, 11],
  [3, 6, 9, 12],
]
const allFirst = buildSelections(first, first, first)

/** The tiers with names and numbers, counted entry by entry. */
function countNaively(tournament: TournamentWithEntries) {
  const rows = listNaiveRows(tournament)
  return ['A', 'B', 'C', 'D'].map((_, tier) => {
    const counted = tournament.players
      .filter((player) => player.tier === tier)
      .map((player) => ({ player, entries: rows.filter(({ players }) => players.includes(player)).length }))
    const sorted: typeof counted = []
    while (counted.length > 0) {
      let best = counted[0]
      for (const one of counted) {
        if (best === undefined || one.entries > best.entries) best = one
        else if (one.entries === best.entries && one.player.order < best.player.order) best = one
      }
      if (best === undefined) break
      sorted.push(best)
      counted.splice(counted.indexOf(best), 1)
    }
    return sorted
  })
}

test('equal what a count of every entry gives, in any pool and for any of its players', () => {
  const cases = poolCases.chain(({ tournament }) =>
    arbitraryOrderOf(tournament.players).map((players) => ({ ...tournament, players })),
  )
  fc.assert(
    fc.property(cases, fc.integer({ min: 99, max: 110 }), (tournament, userId) => {
      const pool = createPool(tournament)
      const tiers = countNaively(tournament)
      expect(listPickedGolfers(pool)).toEqual(tiers)
      const rows = listNaiveRows(tournament)
      const [own, others] = [true, false].map((isOwn) =>
        rows.filter(({ entry }) => (entry.userId === userId) === isOwn),
      )
      const compared = comparePicks(pool, userId)
      if (!own?.length || !others?.length) {
        expect(compared).toBeNull()
        return
      }
      const taken = new Set(others.flatMap(({ players }) => players))
      const alone = new Set(own.flatMap(({ players }) => players).filter((player) => !taken.has(player)))
      expect(new Set(compared?.onlyTheirs)).toEqual(alone)
      expect(compared?.entries).toHaveLength(3)
      // The sum of shares: how often an entry's golfers are in all entries.
      const sums = (compared?.entries ?? []).map(({ number, share }) => {
        const mine = own[number - 1]?.players ?? []
        const sum = rows.reduce((sum, { players }) => sum + players.filter((player) => mine.includes(player)).length, 0)
        expect(share).toBeCloseTo(sum / rows.length / 4)
        return [sum, -number] as const
      })
      expect(sums).toEqual(sums.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]))
    }),
    { numRuns: 1000 },
  )
})

test('of equal golfers the first in the list is in the consensus entry', () => {
  const pool = poolOf(
    buildEntry({ id: 1, selections: buildSelections(third, second, first) }),
    buildEntry({ id: 2, selections: buildSelections(second, second, [3, 5, 8, 11]) }),
  )
  expect(toConsensusText(pool)).toBe(
    'Most picked, tiers A to D: Player A2 (50%), Player B2 (67%), Player C2 (67%), and Player D2 (67%).',
  )
  expect(toConsensusText(poolOf(buildEntry()))).toBe(
    'Most picked, tiers A to D: Player A1 (33%), Player B1 (33%), Player C1 (33%), and Player D1 (33%).',
  )
})

test('nobody, one player alone, the same picks of everybody, and a viewer without an entry', () => {
  expect(toConsensusText(poolOf())).toBeNull()
  expect(listPickedGolfers(poolOf()).map((tier) => tier.map(({ entries }) => entries))).toEqual(
    Array(4).fill([0, 0, 0]),
  )
  expect(comparePicks(poolOf(), 1)).toBeNull()
  expect(comparePicks(poolOf(buildEntry({ userId: 1 })), 1)).toBeNull()
  const same = poolOf(buildEntry({ id: 1, selections: allFirst }), buildEntry({ id: 2, selections: allFirst }))
  expect(toConsensusText(same)).toBe(
    'Most picked, tiers A to D: Player A1 (100%), Player B1 (100%), Player C1 (100%), and Player D1 (100%).',
  )
  expect(comparePicks(same, 2)).toEqual({
    onlyTheirs: [],
    entries: [1, 2, 3].map((number) => ({ number, share: 1 })),
  })
  expect(comparePicks(same, 3)).toBeNull()
})

test('a share is none or all only if it is that', () => {
  expect([0, 1, 2, 150, 299, 300].map((entries) => toShareText(entries, 300))).toEqual([
    '0%',
    '<1%',
    '<1%',
    '50%',
    '>99%',
    '100%',
  ])
})
