import { createPool } from '#domain/entries/pool.ts'
import type { Field } from '#domain/field/field.ts'
import { scorePool, standingAt } from '#domain/standings/standings.ts'
import { entryNumbers, type Selection, type TournamentWithEntries, tiers } from '#domain/tournament/tournament.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import { buildField, buildGolferOf } from '#test/support/build-field.ts'
import { buildEntry, buildPlayers, buildTournament } from '#test/support/build-tournament.ts'
import { type BenchRow, median } from './bench-row.ts'

const rows = 100_000
/** A full field on tour: 156 golfers. */
const golfersPerTier = 39
/** More than a screen shows at once. */
const visibleLines = 50
const warmUps = 10
const repeats = 40

/** How long a refresh takes to become standings: all rows ranked and the first lines ready to render. */
export async function* measureScoring(): AsyncGenerator<BenchRow> {
  const tournament = generateTournament(rows)
  const pool = createPool(tournament)
  // Different moments, so that no run profits from cached results of the previous one.
  const fields = [1, 2, 3].map((moment) => generateField(tournament, moment))
  const times: number[] = []
  for (let turn = -warmUps; turn < repeats; turn += 1) {
    const field = fields[(turn + warmUps) % fields.length]
    if (field === undefined) throw new Error('There is no field to score.')
    const start = performance.now()
    const standings = scorePool(pool, field)
    for (let line = 0; line < visibleLines; line += 1) standingAt(standings, line)
    if (turn >= 0) times.push(performance.now() - start)
  }
  yield { name: `standings of ${rows.toLocaleString('en')} rows`, value: median(times), max: 10, unit: 'ms' }
}

/** A tournament whose pool has at least `rows` rows. The random picks are the same in every run. */
function generateTournament(rows: number): TournamentWithEntries {
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
function generateField({ players }: TournamentWithEntries, moment: number): Field {
  const { next: random } = createRandom('field', moment)
  const golfersScores = players.map((player) => {
    const relativeScore = Math.round((random() + random() - 1) * 12) + player.tier * 2 - 3
    const total = 140 + Math.floor(random() * 19) * 4 + relativeScore
    return buildGolferOf(player, { relativeScore, total, isDNF: random() < 1 / 12 })
  })
  return buildField({ currentRound: 3, golfersScores })
}
