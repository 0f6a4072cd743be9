/** One line of the report. */
export type BenchRow = {
  /** What was measured: "standings of 100,000 rows". */
  readonly name: string
  /** The result in words, with its unit: "4.1 ms". */
  readonly figure: string
  /** The result as a number, in the figure's unit. */
  readonly value: number
  /** The naive implementation in the same unit; null if there is nothing to compare with. */
  readonly baseline: number | null
  /** The number that the goal limits, such as result / baseline for "at most 2.5 times"; null without a goal. */
  readonly ratio: number | null
  /** The goal in words. */
  readonly goal: string
  readonly isMet: boolean
}

/** A result with an upper limit and nothing to compare with. `unit` includes the space before it. */
export function toLimitRow({
  unit,
  max,
  ...result
}: Pick<BenchRow, 'name' | 'figure' | 'value'> & { unit: string; max: number }): BenchRow {
  return { ...result, baseline: null, ratio: null, goal: `at most ${max}${unit}`, isMet: result.value <= max }
}

/** A result that may be a multiple of its baseline. `of` names the baseline. */
export function toRatioRow({
  maxRatio,
  of,
  ...result
}: Pick<BenchRow, 'name' | 'figure' | 'value'> & { baseline: number; maxRatio: number; of: string }): BenchRow {
  const ratio = result.value / result.baseline
  return { ...result, ratio, goal: `at most ${maxRatio} times ${of}`, isMet: ratio <= maxRatio }
}
