/** One line of the report. */
export type BenchRow = {
  /** What was measured: "standings of 100,000 rows". */
  readonly name: string
  /** The result in words, with its unit: "4.1 ms". */
  readonly figure: string
  /** The goal in words. */
  readonly goal: string
  readonly isMet: boolean
}

type Measured = Pick<BenchRow, 'name' | 'figure'> & { readonly value: number }

/** A result with an upper limit. `unit` includes the space before it. */
export function toLimitRow({ name, figure, value, unit, max }: Measured & { unit: string; max: number }): BenchRow {
  return { name, figure, goal: `at most ${max}${unit}`, isMet: value <= max }
}

type Compared = Measured & { readonly baseline: number; readonly of: string }

/** A result that may be at most so many times its baseline, or must be at least as many. `of` names the baseline. */
export function toRatioRow(row: Compared & ({ maxRatio: number } | { minRatio: number })): BenchRow {
  const { name, figure, value, baseline, of } = row
  const ratio = value / baseline
  const [goal, isMet] =
    'maxRatio' in row
      ? [`at most ${row.maxRatio}`, ratio <= row.maxRatio]
      : [`at least ${row.minRatio}`, ratio >= row.minRatio]
  return { name, figure: `${figure}, ${ratio.toFixed(2)} times ${of}`, goal, isMet }
}
