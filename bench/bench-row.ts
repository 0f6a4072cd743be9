/** One line of the benchmark's report. */
export type BenchRow = {
  /** What was measured: "standings of 100,000 rows". */
  readonly name: string
  /** The result in words, with its unit: "4.1 ms". */
  readonly figure: string
  /** The result as a number, in the figure's unit. */
  readonly value: number
  /** The same work done the plain way, in the same unit; null when there is nothing to compare with. */
  readonly baseline: number | null
  /** How many times better than the baseline; null without one. */
  readonly ratio: number | null
  /** What we ask of it, in words. */
  readonly goal: string
  readonly met: boolean
}
