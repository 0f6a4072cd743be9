/**
 * The normal distribution as a table, computed with + - * / and square roots only. IEEE 754 defines those to the last
 * bit, so every browser and the server hold the same table; `Math.exp` and `Math.log` may differ between engines.
 */

/** The number of equally likely values in `normalDeviates`, a power of two. */
export const deviateCount = 4096

/** Half-width of the integrated range in standard deviations, and integration steps per standard deviation. */
const range = 5
const stepsPerUnit = 512

/** `deviateCount` equally likely values with mean 0 and variance 1, rising. */
export const normalDeviates: Float64Array = createDeviates()

/** The normal score of a share of the population, strictly between 0 and 1: 0.5 is 0, 0.975 is about 1.96. */
export function toNormalScore(share: number): number {
  const position = share * deviateCount - 0.5
  const lower = Math.min(deviateCount - 2, Math.max(0, Math.floor(position)))
  const below = normalDeviates[lower] as number
  const above = normalDeviates[lower + 1] as number
  return below + (above - below) * (position - lower)
}

function createDeviates(): Float64Array {
  const deviates = new Float64Array(deviateCount)
  const half = deviateCount / 2
  const steps = range * stepsPerUnit
  const densities = Float64Array.from({ length: steps + 1 }, (_, step) => density(step / stepsPerUnit))
  let area = 0
  for (let step = 0; step < steps; step += 1) area += trapezium(densities, step)
  let reached = 0
  let step = 0
  let squares = 0
  for (let index = 0; index < half; index += 1) {
    const wanted = (area * (index + 0.5)) / half
    while (step < steps && reached + trapezium(densities, step) < wanted) {
      reached += trapezium(densities, step)
      step += 1
    }
    const value = (step + (wanted - reached) / trapezium(densities, step)) / stepsPerUnit
    squares += value * value
    deviates[half + index] = value
  }
  const scale = Math.sqrt(half / squares)
  for (let index = 0; index < half; index += 1) {
    const value = (deviates[half + index] as number) * scale
    deviates[half + index] = value
    deviates[half - 1 - index] = -value
  }
  return deviates
}

function trapezium(densities: Float64Array, step: number): number {
  return ((densities[step] as number) + (densities[step + 1] as number)) / 2
}

/** exp(-x * x / 2): the reciprocal of a power series, whose terms are all positive. */
function density(x: number): number {
  const exponent = (x * x) / 2
  let sum = 1
  for (let term = 1, factor = 1; term < 80; term += 1) {
    factor = (factor * exponent) / term
    sum += factor
  }
  return 1 / sum
}
