import type { Hole, RoundCard } from '#domain/field/field.ts'

/** A hole's result in the colour key. An albatross counts as an eagle, a triple bogey as a double. */
export type Notation = 'eagle' | 'birdie' | 'par' | 'bogey' | 'double'

export type ScorecardHole = {
  readonly number: number
  /** Null when the par is unknown. */
  readonly par: number | null
  /** Null when the hole was not played. */
  readonly score: number | null
  readonly notation: Notation | null
}

/** OUT, IN or TOT. */
export type ScorecardTotal = { readonly par: number | null; readonly score: number | null }

export type ScorecardLayout = {
  readonly front: readonly ScorecardHole[]
  readonly out: ScorecardTotal
  readonly back: readonly ScorecardHole[]
  readonly in: ScorecardTotal
  readonly total: ScorecardTotal
}

const holesPerNine = 9

/**
 * A round laid out as a scorecard: eighteen holes by number. The pars come from the holes played, otherwise from the
 * course.
 */
export function toScorecardLayout(round: RoundCard, course: readonly Hole[]): ScorecardLayout {
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

function toHole(number: number, { linescores }: RoundCard, course: readonly Hole[]): ScorecardHole {
  const played = linescores.find((hole) => hole.period === number)
  const par = played?.par ?? course.find((hole) => hole.number === number)?.shotsToPar ?? null
  if (played === undefined) return { number, par, score: null, notation: null }
  return { number, par, score: played.value, notation: toNotation(played.value - played.par) }
}

function sumPars(holes: readonly ScorecardHole[]): number | null {
  return holes.reduce<number | null>((sum, { par }) => (sum === null || par === null ? null : sum + par), 0)
}
