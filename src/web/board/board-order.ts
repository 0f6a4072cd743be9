/** As in the attribute `data-key` of a row. */
export type RowKey = string

/** The order of a board's rows. A row keeps its key when it moves. */
export type BoardOrder = {
  readonly size: number
  /** Undefined for a row that is not in this order. */
  readonly lineOf: (key: RowKey) => number | undefined
  /** Identifies the filter, the sort order and the columns. Rows slide when they move within one view, but not when the view changes. */
  readonly view?: unknown
}
