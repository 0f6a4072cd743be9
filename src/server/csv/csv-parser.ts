import { CsvError, parse } from 'csv-parse/sync'
import { unescapeFormulas } from './csv-formulas.ts'

/** `line`: the line number in the file, from 1; for a row over several lines, the last one. */
export type CsvRow = { line: number; cells: string[] }

/** The file is not valid CSV; the message explains why to its author. */
export class InvalidCsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'InvalidCsvError'
    this.line = line
  }
}

/**
 * Parses CSV as written by spreadsheets: UTF-8 with or without a byte order mark, any line endings, cells separated by
 * commas, semicolons or tabs, quoted or not. Trims cells, removes the apostrophes of `escapeFormulas` and skips empty rows.
 * Throws `InvalidCsvError`.
 */
export function parseCsv(bytes: Uint8Array): CsvRow[] {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  const rows: CsvRow[] = []
  try {
    parse(text, {
      delimiter: findDelimiter(text),
      on_record: (cells: string[], { lines }) => void rows.push({ line: lines, cells: cells.map(unescapeFormulas) }),
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new InvalidCsvError(Number(error['lines'] ?? 1), explain(error))
  }
}

/** What is not UTF-8 has been replaced: here, or by the browser that sent the file. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (text.includes('\uFFFD'))
    throw new InvalidCsvError(1, 'The file is not UTF-8. Save it from the spreadsheet program as "CSV UTF-8".')
  return text
}

/** In locales with a decimal comma, spreadsheets separate cells by semicolons. Headings contain neither. */
function findDelimiter(text: string): string {
  const [heading = ''] = text.trimStart().split('\n', 1)
  return [';', '\t'].find((char) => heading.includes(char)) ?? ','
}

function explain({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quoted cell is never closed.'
  if (/QUOTE/.test(code)) return 'There is a quotation mark in the middle of a cell.'
  return 'The line cannot be read as CSV.'
}
