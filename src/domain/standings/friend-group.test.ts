import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { filterByFriendGroup } from './friend-group.ts'
import { scorePool, standingAt } from './standings.ts'

const perTier = 5
const players = buildPlayers(perTier)
const order = fc.integer({ min: 0, max: perTier - 1 })
const picks = fc.tuple(order, order, order, order).map((orders) => orders.map((at, tier) => tier * perTier + at + 1))

/** A pool of so many people, and golfers whose scores are often equal. */
const poolOf = (people: number) =>
  fc.record({
    entries: fc.array(fc.tuple(picks, picks, picks), { minLength: people, maxLength: people }).map((all) =>
      all.map((own, index) =>
        buildEntry({
          id: index + 1,
          userId: index + 1,
          name: `P ${index % 50}`,
          selections: buildSelections(...own),
        }),
      ),
    ),
    scores: fc.array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 9 })), {
      minLength: players.length,
      maxLength: players.length,
    }),
  })

/** Each place in each group, compared with a naive computation among its people alone. */
function compare(people: number, sizes: readonly number[], numRuns: number): void {
  const membersOf = (size: number) =>
    fc.uniqueArray(fc.integer({ min: 1, max: people }), { minLength: size, maxLength: size })
  fc.assert(
    fc.property(poolOf(people), fc.tuple(...sizes.map(membersOf)), ({ entries, scores }, groups) => {
      const golfersScores = players.map((player, index) => {
        const [relativeScore = 0, luck = 0] = scores[index] ?? []
        return buildGolferOf(player, { relativeScore, total: 280 + relativeScore, isDNF: luck === 0 })
      })
      const field = buildField({ golfersScores })
      for (const members of groups) {
        const group = { members: members.map((id) => ({ id })) }
        const tournament = buildTournament({ players, entries: filterByFriendGroup(entries, group) })
        const standings = scorePool(createPool(tournament), field)
        expect(standings.size).toBe(3 * members.length)
        const naive = rankNaively(
          listNaiveRows(
            buildTournament({ players, entries: entries.filter(({ userId }) => members.includes(userId)) }),
          ),
          field,
        )
        expect(
          naive.map((_, line) => {
            const { entryId, displayName, position, relativeScore } = standingAt(standings, line)
            return { entryId, displayName, position, relativeScore }
          }),
        ).toEqual(
          naive.map(({ entryId, displayName, position, relativeScore }) => {
            return { entryId, displayName, position, relativeScore }
          }),
        )
      }
    }),
    { numRuns },
  )
}

describe('places in a group are those of a pool of its people alone', () => {
  test('of 200 people in 30 groups', () => {
    compare(200, [...Array.from({ length: 28 }, (_, index) => index + 1), 60, 200], 3)
  })

  test('of 1, 2 and 500', () => {
    compare(500, [1, 2, 500], 3)
  })
})

test('people of a group who have not entered change nothing, and a group of nobody who has is empty', () => {
  const entries = [1, 2].map((userId) => buildEntry({ id: userId, userId }))
  expect(filterByFriendGroup(entries, { members: [{ id: 7 }, { id: 2 }] })).toEqual([entries[1]])
  expect(filterByFriendGroup(entries, { members: [{ id: 7 }] })).toEqual([])
})
