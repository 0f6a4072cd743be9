import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPool } from '#domain/entries/pool.ts'
import type { Field } from '#domain/field/field.ts'
import { scorePool, standingOfRow } from '#domain/standings/standings.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { poolCases } from '#test/support/arbitrary-pool.ts'
import { buildFieldOf } from '#test/support/build-field.ts'
import { buildEntry, buildSelections, buildTournament } from '#test/support/build-tournament.ts'
import { listNaiveRows, rankNaively } from '#test/support/naive-standings.ts'
import { findDecidingStroke } from './deciding-stroke.ts'

type Found = readonly [golfer: string, change: number, entry: string] | null

function decide(tournament: TournamentWithEntries, field: Field): Found {
  const standings = scorePool(createPool(tournament), field)
  const found = findDecidingStroke(standings)
  return (
    found && [
      found.golfer.espnId,
      found.strokes * (found.isFewer ? -1 : 1),
      standingOfRow(standings, found.row).displayName,
    ]
  )
}

/** Ranks everything again for each golfer and change, the smallest change first. */
function decideNaively(tournament: TournamentWithEntries, field: Field): Found {
  const rows = listNaiveRows(tournament)
  const [leader] = rankNaively(rows, field)
  if (leader?.position !== '1') return null
  const countOf = (id: number) => rows.filter(({ players }) => players.some((player) => player.id === id)).length
  const players = tournament.players.toSorted((a, b) => countOf(b.id) - countOf(a.id) || a.id - b.id)
  for (const strokes of [1, 2, 3]) {
    for (const { espnId } of players) {
      for (const change of [-strokes, strokes]) {
        const golfersScores = field.golfersScores.map((golfer) =>
          golfer.espnId !== espnId || golfer.isDNF
            ? golfer
            : { ...golfer, relativeScore: golfer.relativeScore + change, total: golfer.total + change },
        )
        const [first] = rankNaively(rows, { golfersScores })
        const isOther = first?.entryId !== leader.entryId || first.displayName !== leader.displayName
        if (first?.position === '1' && isOther) return [espnId, change, first.displayName]
      }
    }
  }
  return null
}

test('it is what ranking everything again finds, in 1,000 random pools', () => {
  const changes = new Set<number>()
  fc.assert(
    fc.property(poolCases, ({ tournament, field }) => {
      const found = decide(tournament, field)
      expect(found).toEqual(decideNaively(tournament, field))
      if (found) changes.add(found[1])
    }),
    { numRuns: 1000 },
  )
  expect([...changes].sort((a, b) => a - b)).toEqual([-3, -2, 2, 3])
})

const ann = buildEntry({ id: 1, name: 'Ann', selections: buildSelections([1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9, 12]) })
const poolOf = (...entries: (typeof ann)[]) => buildTournament({ entries })
/** Golfers 1, 4, 7 and 10 lead; 2, 5, 8 and 11 follow. */
const after = (...scores: (number | 'DNF')[]) => buildFieldOf(scores)

test('so many strokes, by whom, and for whom', () => {
  const even = [0, 0, 0, 0, 0, 0, 0, 0] as const
  expect(decide(poolOf(ann), after(-6, -4, 9, ...even, 0))).toEqual(['1001', 3, 'Ann 2'])
  // One stroke would only make a tie.
  expect(decide(poolOf(ann), after(-6, -5, 9, ...even, 0))).toEqual(['1001', 2, 'Ann 2'])
  // Four strokes are too many.
  expect(decide(poolOf(ann), after(-6, -2, 9, ...even, 0))).toBeNull()
})

test('nothing of a shared first place, of golfers who are out, or without another entry', () => {
  expect(decide(poolOf(ann), after(-6, -6, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toBeNull()
  expect(decide(poolOf(), after(-6, -5, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toBeNull()
  // The cut takes everybody.
  expect(decide(poolOf(ann), after(...Array.from({ length: 12 }, () => 'DNF' as const)))).toBeNull()
  // Only one entry has a place.
  expect(decide(poolOf(ann), after(-6, 'DNF', 'DNF', 0, 'DNF', 'DNF', 0, 0, 0, 0, 0, 0))).toBeNull()
  // The golfer who has withdrawn is dropped, and the strokes of the others decide.
  expect(decide(poolOf(ann), after('DNF', -1, 9, -3, 0, 0, 0, 0, 0, 0, 0, 0))).toEqual(['1002', -3, 'Ann 2'])
})

test('on equal strokes it is the golfer in more entries, then the lower id', () => {
  const bo = buildEntry({ id: 2, name: 'Bo', selections: buildSelections([3, 6, 8, 12], [3, 6, 8, 12], [3, 6, 8, 12]) })
  const field = after(-6, -5, 9, 0, 0, 9, 0, 0, 0, 0, 0, 9)
  expect(decide(poolOf(ann), field)).toEqual(['1001', 2, 'Ann 2'])
  expect(decide(poolOf(ann, bo), field)).toEqual(['1008', -2, 'Ann 2'])
})
