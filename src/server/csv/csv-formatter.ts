import { stringify } from 'csv-stringify/sync'

/** `verbatim` is a text of ours that goes out as it is, "--" for one: no spreadsheet calculates it, and nobody else wrote it. */
export type CsvCell = string | number | null | { readonly verbatim: string }

/**
 * A table as CSV (RFC 4180, CRLF) in UTF-8, with the mark at its beginning without which Excel takes it for another
 * code. A text that a spreadsheet would take for a formula begins with an apostrophe; a number stays one, and null is
 * an empty cell.
 */
export function formatCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${formatCsvRows([header, ...rows])}`
}

/** The same for rows alone: a large table is written a part at a time, `formatCsv(header, [])` first. */
export function formatCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: { object: (cell) => ({ value: String(cell['plain']), escape_formulas: false }) },
      // The library quotes what holds the whole CRLF; spreadsheets end a row at half of it too.
      quoted_match: /[\r\n]/,
    },
  )
}
