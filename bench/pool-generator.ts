import type { Field } from '#domain/field/field.ts'
import { entryNumbers, type Selection, type TournamentWithEntries, tiers } from '#domain/tournament/tournament.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildTournament } from '#test/support/build-tournament.ts'

/** A full field on tour: 156 golfers. */
const golfersPerTier = 39

/** A tournament whose pool has at least `rows` rows. The random picks are the same in every run. */
export function generateTournament(rows: number): TournamentWithEntries {
  const players = buildPlayers(golfersPerTier)
  const { next: random } = createRandom('picks')
  // Selections are shared between entries: 100,000 rows would be 400,000 objects.
  const selections = entryNumbers.map((entryNumber) => players.map(({ id: playerId }) => ({ playerId, entryNumber })))
  const pick = (): Selection[] =>
    selections.flatMap((ofNumber) =>
      tiers.flatMap((tier) => ofNumber[tier * golfersPerTier + Math.floor(random() * golfersPerTier)] ?? []),
    )
  const entries = Array.from({ length: Math.ceil(rows / entryNumbers.length) }, (_, index) =>
    buildEntry({ id: index + 1, name: `User ${String(index + 1).padStart(7, '0')}`, selections: pick() }),
  )
  return buildTournament({ players, entries })
}

/**
 * The field at one of several moments of its third round: scores of -15 to +15 that are slightly better in the better
 * tiers, 0 to 18 holes played, and one golfer in twelve out.
 */
export function generateField({ players }: TournamentWithEntries, moment: number): Field {
  const { next: random } = createRandom('field', moment)
  const golfersScores = players.map((player) => {
    const relativeScore = Math.round((random() + random() - 1) * 12) + player.tier * 2 - 3
    const total = 140 + Math.floor(random() * 19) * 4 + relativeScore
    return buildGolferOf(player, { relativeScore, total, isDNF: random() < 1 / 12 })
  })
  return buildField({ currentRound: 3, golfersScores })
}
