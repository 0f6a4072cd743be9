import { type ForecastConstants, toPriorSkill } from '#domain/forecast/constants.ts'
import { toNormalScore } from '#domain/forecast/normal-table.ts'
import type { PastGolfer } from '#domain/forecast/past-event.ts'
import { createRandom, type Random } from '#simulator/seeded-random.ts'
import type { PastTournament } from './read-tournament.ts'

const rounds = 4
const cut = { afterRound: 2, top: 70, within: null }
/** Golfers of the four tiers, and entries: as in the tournaments of 2017. */
const tierSizes = [10, 21, 28, 61]
const entries = 40

/**
 * Tournaments played exactly as the model says, by an independent generator: over enough of them, the forecast must be
 * perfectly calibrated. They verify the implementation, not whether the model fits real golf.
 */
export function createSyntheticTournaments(
  count: number,
  seed: number,
  constants: ForecastConstants,
): PastTournament[] {
  return Array.from({ length: count }, (_, index) => createSyntheticTournament(`synthetic ${seed}-${index}`, constants))
}

function createSyntheticTournament(name: string, constants: ForecastConstants): PastTournament {
  const random = createRandom(name)
  const players = tierSizes.reduce((sum, size) => sum + size, 0)
  const days = Array.from({ length: rounds }, () => ({
    mean: constants.day * random.normal(),
    halves: [constants.half * random.normal(), constants.half * random.normal()],
  }))
  const all = Array.from({ length: players }, (_, rank) => {
    const skill = toPriorSkill(toNormalScore((rank + 0.5) / players), constants) + constants.week * random.normal()
    const left = days.findIndex(() => random.next() < constants.withdrawal)
    const played = days.map(({ mean, halves }) =>
      Math.round(mean + (halves[rank % 2] ?? 0) + skill + constants.round * random.normal()),
    )
    return { rank, left, played }
  })
  const golfers = cutField(all)
  const event = { golfers, players, rounds, par: 72, cut }
  return { file: '', name, eventKey: name, event, picks: drawSyntheticPicks(random), warnings: [] }
}

type Played = { readonly rank: number; readonly left: number; readonly played: readonly number[] }

/** The top golfers and ties after the cut round play on; `left` is the round in which a golfer withdraws. */
function cutField(all: readonly Played[]): PastGolfer[] {
  const toTotal = ({ played }: Played) => played.slice(0, cut.afterRound).reduce((sum, score) => sum + score, 0)
  const totals = all
    .filter(({ left }) => left < 0 || left >= cut.afterRound)
    .map(toTotal)
    .sort((a, b) => a - b)
  const line = totals[cut.top - 1] ?? Number.MAX_SAFE_INTEGER
  return all.map((golfer) => {
    const { roundsPlayed, out } = toEnd(golfer, toTotal(golfer) > line)
    return { rank: golfer.rank, rounds: golfer.played.map((score, day) => (day < roundsPlayed ? score : null)), out }
  })
}

/** How many rounds a golfer plays, and why not all of them. */
function toEnd({ left }: Played, isOverLine: boolean): { roundsPlayed: number; out: PastGolfer['out'] } {
  if (left >= 0 && left < cut.afterRound) return { roundsPlayed: left, out: 'WD' }
  if (isOverLine) return { roundsPlayed: cut.afterRound, out: 'CUT' }
  return left < 0 ? { roundsPlayed: rounds, out: null } : { roundsPlayed: left, out: 'WD' }
}

/** The better of two random golfers of each tier, so that entrants share many picks, as in real pools. */
function drawSyntheticPicks(random: Random): Uint16Array {
  return Uint16Array.from({ length: entries * tierSizes.length }, (_, pick) => {
    const tier = pick % tierSizes.length
    const first = tierSizes.slice(0, tier).reduce((sum, size) => sum + size, 0)
    const last = (tierSizes[tier] ?? 1) - 1
    return first + Math.min(random.between(0, last), random.between(0, last))
  })
}
