/** One line of the report: a figure with its goal. */
export type BenchRow = {
  /** The measured step: "standings of 100,000 rows". */
  readonly name: string
  readonly value: number
  /** The goal: the value may not be greater. */
  readonly max: number
  readonly unit: 'ms' | 'KB' | 'MB'
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
