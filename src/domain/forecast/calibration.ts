/** A chance and what came of it. */
export type Outcome = { readonly chance: number; readonly happened: boolean }

/** One bin of a reliability table: chances from `from` to `from + 0.1`. */
export type ReliabilityBin = ReturnType<typeof toReliability>[number]

const binCount = 10

/** The mean squared error of the chances: 0 is perfect, lower is better. */
export function toBrierScore(outcomes: readonly Outcome[]): number {
  return mean(outcomes.map(({ chance, happened }) => (chance - Number(happened)) ** 2))
}

/** How often outcomes with a predicted chance of about 10, 20 … per cent happened. */
export function toReliability(outcomes: readonly Outcome[]) {
  const bins = Array.from({ length: binCount }, (): Outcome[] => [])
  for (const outcome of outcomes) bins[Math.min(binCount - 1, Math.floor(outcome.chance * binCount))]?.push(outcome)
  return bins.map((bin, index) => ({
    from: index / binCount,
    count: bin.length,
    /** Means over the bin: of the chances given, and of what happened. Both 0 for an empty bin. */
    predicted: mean(bin.map(({ chance }) => chance)),
    observed: mean(bin.map(({ happened }) => Number(happened))),
  }))
}

/** The mean distance between predicted and observed over the bins, by their counts (expected calibration error). */
export function toCalibrationError(outcomes: readonly Outcome[]): number {
  const distances = toReliability(outcomes).map(
    ({ count, predicted, observed }) => count * Math.abs(predicted - observed),
  )
  return outcomes.length === 0 ? 0 : distances.reduce((sum, distance) => sum + distance, 0) / outcomes.length
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
