import type { Hole, RoundCard } from '#domain/field/field.ts'

/** A hole's result in the colour key. An albatross counts as an eagle, a triple bogey as a double. */
export type Notation = 'eagle' | 'birdie' | 'par' | 'bogey' | 'double'

export type ScorecardLayout = ReturnType<typeof toScorecardLayout>

const holesPerNine = 9

/**
 * A round laid out as a scorecard: eighteen holes by number. The pars come from the holes played, otherwise from the
 * course.
 */
export function toScorecardLayout(round: RoundCard, course: readonly Hole[]) {
  const nine = (first: number) =>
    Array.from({ length: holesPerNine }, (_, index) => toHole(first + index, round, course))
  const front = nine(1)
  const back = nine(1 + holesPerNine)
  return {
    front,
    out: { par: sumPars(front), score: round.outScore },
    back,
    in: { par: sumPars(back), score: round.inScore },
    total: { par: sumPars([...front, ...back]), score: round.value },
  }
}

/** A hole's score to par as notation (docs/rules.md, 3.7). */
export function toNotation(relative: number): Notation {
  if (relative <= -2) return 'eagle'
  if (relative === -1) return 'birdie'
  if (relative === 0) return 'par'
  return relative === 1 ? 'bogey' : 'double'
}

/** The last round with hole scores, otherwise the last one started, otherwise the first (docs/rules.md, 3.7). */
export function findDefaultRound(rounds: readonly RoundCard[]): RoundCard | undefined {
  return (
    rounds.findLast((round) => round.linescores.length > 0) ??
    rounds.findLast((round) => round.value !== null) ??
    rounds[0]
  )
}

export type ScorecardHole = ReturnType<typeof toHole>

/** The par is null while unknown, score and notation while the hole was not played. */
function toHole(number: number, { linescores }: RoundCard, course: readonly Hole[]) {
  const played = linescores.find((hole) => hole.period === number)
  const par = played?.par ?? course.find((hole) => hole.number === number)?.shotsToPar ?? null
  if (played === undefined) return { number, par, score: null, notation: null }
  return { number, par, score: played.value, notation: toNotation(played.value - played.par) }
}

function sumPars(holes: readonly ScorecardHole[]): number | null {
  return holes.reduce<number | null>((sum, { par }) => (sum === null || par === null ? null : sum + par), 0)
}
