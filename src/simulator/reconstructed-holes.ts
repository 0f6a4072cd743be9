import type { Random } from './seeded-random.ts'

export type ReconstructedHole = { readonly number: number; readonly par: number; readonly strokes: number }

/** The totals of a round in a leaderboard. */
export type RoundTotals = {
  readonly strokes: number
  readonly toPar: number
  /** Strokes of holes 1 to 9 and 10 to 18, if known. */
  readonly outScore: number | undefined
  readonly inScore: number | undefined
  /** 1 or 10, if known. */
  readonly startHole: number | undefined
}

type Hole = { readonly number: number; readonly par: number }

/**
 * Invents holes, in the order played, that add up to the totals of a round, for recordings without hole scores. Empty
 * if no sequence of this course's holes fits.
 */
export function reconstructHoles(
  course: readonly Hole[],
  totals: RoundTotals,
  random: Random,
): readonly ReconstructedHole[] {
  const played = findHolesPlayed(course, totals)
  const out = played.filter(({ number }) => number <= 9)
  const back = played.filter(({ number }) => number > 9)
  const { outScore, inScore, strokes } = totals
  const hasNineScores = (outScore ?? 0) + (inScore ?? 0) === strokes
  const reconstructed = hasNineScores
    ? [...distributeStrokes(out, outScore ?? 0, random), ...distributeStrokes(back, inScore ?? 0, random)]
    : distributeStrokes(played, strokes, random)
  const byNumber = new Map(reconstructed.map((hole) => [hole.number, hole]))
  return played.flatMap(({ number }) => byNumber.get(number) ?? [])
}

/** The holes from a tee whose par matches the round and that cover exactly the nines with a score. */
function findHolesPlayed(course: readonly Hole[], totals: RoundTotals): readonly Hole[] {
  const parPlayed = totals.strokes - totals.toPar
  const starts = totals.startHole === undefined ? [1, 10] : [totals.startHole]
  for (const start of starts) {
    const order = [...course.slice(start - 1), ...course.slice(0, start - 1)]
    const count = order.findIndex((_hole, index) => parOf(order.slice(0, index + 1)) === parPlayed) + 1
    const played = order.slice(0, count)
    if (count > 0 && coversSameNines(played, totals)) return played
  }
  return []
}

function coversSameNines(played: readonly Hole[], { outScore, inScore }: RoundTotals): boolean {
  if (outScore === undefined && inScore === undefined) return true
  const out = played.some(({ number }) => number <= 9)
  const back = played.some(({ number }) => number > 9)
  return out === (outScore !== undefined) && back === (inScore !== undefined)
}

/** Starts with pars, spreads birdies or bogeys evenly until the sum is right, and adds one pair that cancels out. */
function distributeStrokes(holes: readonly Hole[], strokes: number, random: Random): ReconstructedHole[] {
  const reconstructed = holes.map(({ number, par }) => ({ number, par, strokes: par }))
  if (reconstructed.length === 0) return []
  let missing = strokes - parOf(holes)
  while (missing !== 0) {
    const step = Math.sign(missing)
    const least = Math.min(...reconstructed.map(({ par, strokes }) => Math.abs(strokes - par)))
    const hole = random.pick(reconstructed.filter(({ par, strokes }) => Math.abs(strokes - par) === least))
    hole.strokes += step
    missing -= step
  }
  const [first, second] = random.shuffle(reconstructed.filter(({ par, strokes }) => strokes === par))
  if (first !== undefined && second !== undefined) {
    first.strokes -= 1
    second.strokes += 1
  }
  return reconstructed
}

function parOf(holes: readonly Hole[]): number {
  return holes.reduce((sum, hole) => sum + hole.par, 0)
}
