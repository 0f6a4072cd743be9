import type { Field } from '#domain/field.ts'
import {
  type Entry,
  entryNumbers,
  type Selection,
  type TournamentWithEntries,
  tiers,
} from '#domain/tournament.ts'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildPlayers, buildTournament } from '#test/support/build-tournament.ts'

/** A full field of the tour: 156 golfers. */
const golfersPerTier = 39

/** A tournament whose pool has at least so many rows: random picks, the same at each run. */
export function generateTournament(rows: number): TournamentWithEntries {
  const players = buildPlayers(golfersPerTier)
  const random = createRandom(1)
  // Selections are shared between entries: a million rows would be four million objects.
  const selections = entryNumbers.map((entryNumber) =>
    players.map(({ id: playerId }) => ({ playerId, entryNumber })),
  )
  const pick = (): Selection[] =>
    selections.flatMap((ofNumber) =>
      tiers.flatMap((tier) => ofNumber[tier * golfersPerTier + Math.floor(random() * golfersPerTier)] ?? []),
    )
  const entries = Array.from({ length: Math.ceil(rows / entryNumbers.length) }, (_, index): Entry => {
    const id = index + 1
    const name = `User ${String(id).padStart(7, '0')}`
    return {
      id,
      userId: id,
      tournamentId: 1,
      name,
      tiebreakers: ['-12', '63'],
      selections: pick(),
      version: 1,
    }
  })
  return buildTournament({ players, entries })
}

/**
 * The field in its third round at one of several moments: scores of -15 to +15 that fall into the tiers' order by a
 * little, holes played from none to 18, and one in twelve golfers out.
 */
export function generateField({ players }: TournamentWithEntries, moment: number): Field {
  const random = createRandom(100 + moment)
  const golfersScores = players.map((player) => {
    const relativeScore = Math.round((random() + random() - 1) * 12) + player.tier * 2 - 3
    const total = 140 + Math.floor(random() * 19) * 4 + relativeScore
    return buildGolferOf(player, { relativeScore, total, isDNF: random() < 1 / 12 })
  })
  return buildField({ currentRound: 3, golfersScores })
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
