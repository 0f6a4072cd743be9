const maxSteps = 5

/** The points with a line across the chart, in hundredths: 0 and multiples of a round number, up to the highest. */
export function toPointsScale(highest: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(highest / maxSteps))
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => highest / size <= maxSteps) ?? highest
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step)
}
