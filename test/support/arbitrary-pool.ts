import * as fc from 'fast-check'
import type { Field, Golfer } from '#domain/field/field.ts'
import { type Entry, type Player, type TournamentWithEntries, tiers } from '#domain/tournament/tournament.ts'
import { buildField, buildGolferOf } from './build-field.ts'
import { buildEntry, buildPlayers, buildSelections, buildTournament } from './build-tournament.ts'

export type PoolCase = {
  readonly tournament: TournamentWithEntries
  readonly field: Field
}

/**
 * Small pools in which rare cases are common: equal scores, equal names, golfers who are out or not in the field, and
 * entries with hidden picks.
 */
export const poolCases: fc.Arbitrary<PoolCase> = fc.integer({ min: 1, max: 4 }).chain((perTier) => {
  const players = buildPlayers(perTier)
  return fc.record({
    tournament: entriesFor(perTier).map((entries) => buildTournament({ players, entries })),
    field: fc.tuple(...players.map(golferFor)).map((golfers) => buildField({ golfersScores: golfers.flat() })),
  })
})

/** A pool and one of its players. */
export const poolCasesWithPlayer: fc.Arbitrary<PoolCase & { player: Player }> = poolCases.chain((poolCase) =>
  fc.constantFrom(...poolCase.tournament.players).map((player) => ({ ...poolCase, player })),
)

export function arbitraryOrderOf<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length })
}

/** One golfer, or none: a player need not be in the field. */
function golferFor(player: Player): fc.Arbitrary<Golfer[]> {
  const scores = fc.record({
    isDNF: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, { arbitrary: fc.constant(true), weight: 1 }),
    relativeScore: fc.integer({ min: -4, max: 4 }),
    total: fc.integer({ min: 66, max: 70 }),
  })
  return fc
    .option(scores, { freq: 12 })
    .map((overrides) => (overrides === null ? [] : [buildGolferOf(player, overrides)]))
}

function entriesFor(perTier: number): fc.Arbitrary<Entry[]> {
  const order = fc.integer({ min: 0, max: perTier - 1 })
  const picks = fc.tuple(order, order, order, order)
  const ids = (orders: number[]): number[] => tiers.map((tier) => tier * perTier + (orders[tier] ?? 0) + 1)
  const entry = fc.record({
    name: fc.constantFrom('Ann', 'ann', 'Änn', 'Bo', 'bo', 'Éa', 'Ez', '李', ''),
    isHidden: fc.oneof({ arbitrary: fc.constant(false), weight: 6 }, { arbitrary: fc.constant(true), weight: 1 }),
    picks: fc.tuple(picks, picks, picks),
  })
  return fc.array(entry, { maxLength: 10 }).map((entries) =>
    entries.map(({ name, isHidden, picks: [first, second, third] }, index) =>
      buildEntry({
        id: index + 1,
        userId: 100 + index,
        name,
        selections: isHidden ? [] : buildSelections(ids(first), ids(second), ids(third)),
      }),
    ),
  )
}
