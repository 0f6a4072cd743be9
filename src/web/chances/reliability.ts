import type { ReliabilityBin } from '#domain/forecast/calibration.ts'

/** The predictions that are made for an entry. */
export const entryPredictions = ['win', 'topThree', 'disqualified'] as const
export type EntryPrediction = (typeof entryPredictions)[number]

/** For each prediction, how often it came true, by predicted chance. */
export type Reliability = Readonly<Record<EntryPrediction, readonly ReliabilityBin[]>>

export function mapPredictions<T>(map: (kind: EntryPrediction) => T): Record<EntryPrediction, T> {
  return { win: map('win'), topThree: map('topThree'), disqualified: map('disqualified') }
}

/** Several tournaments in one table: means are weighted by the number of outcomes. */
export function mergeReliability(tables: readonly Reliability[]): Reliability {
  return mapPredictions((kind) => {
    const [first = [], ...others] = tables.map((table) => table[kind])
    return first.map((bin, index) => others.reduce((sum, other) => mergeBins(sum, other[index] ?? sum), bin))
  })
}

function mergeBins(a: ReliabilityBin, b: ReliabilityBin): ReliabilityBin {
  const count = a.count + b.count
  const mean = (of: (bin: ReliabilityBin) => number) => (count === 0 ? 0 : (a.count * of(a) + b.count * of(b)) / count)
  return {
    from: a.from,
    count,
    predicted: mean(({ predicted }) => predicted),
    observed: mean(({ observed }) => observed),
  }
}
