/** The order of a board's rows. A row keeps its key wherever it stands. */
export type BoardOrder = {
  readonly size: number
  readonly keyAt: (line: number) => string | number
  /** Undefined for a row that this order does not have. */
  readonly lineOf: (key: string) => number | undefined
  /** What the reader has chosen to see. Rows slide when they change places in one view, never from view to view. */
  readonly view?: unknown
}
