import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { toBatches } from '#server/platform/concurrency/batches.ts'
import { escapeFormulas } from './csv-formulas.ts'

/** `verbatim` is written without escaping: a constant such as "--", never user input. */
export type CsvCell = string | number | null | { readonly verbatim: string }

/**
 * Formats a table as CSV (RFC 4180, CRLF) in UTF-8 with a byte order mark, which Excel needs to detect the encoding. Text
 * that a spreadsheet would treat as a formula is prefixed with an apostrophe. Null becomes an empty cell.
 */
export function formatCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${formatCsvRows([header, ...rows])}`
}

/** Formats rows without a heading, for large tables that are written in batches after `formatCsv(header, [])`. */
export function formatCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      cast: { string: escapeFormulas, object: (cell) => String(cell['verbatim']) },
      // The library quotes cells that contain CRLF; spreadsheets also end a row at a lone CR or LF.
      quoted_match: /[\r\n]/,
    },
  )
}

/** Generates a large table in batches, so that the event loop stays free. */
export async function* generateCsv<Row>(
  header: readonly string[],
  rows: readonly Row[],
  toCells: (row: Row) => readonly CsvCell[],
  rowsPerBatch = 250,
): AsyncGenerator<string> {
  yield formatCsv(header, [])
  for (const batch of toBatches(rows, rowsPerBatch)) {
    yield formatCsvRows(batch.map(toCells))
    await yieldToEventLoop()
  }
}
