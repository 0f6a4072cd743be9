import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { parse as createParser, type Options } from 'csv-parse'
import { CsvError, parse } from 'csv-parse/sync'

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
 * commas, semicolons or tabs, quoted or not. Trims cells and skips empty rows. Throws `InvalidCsvError`. `maxRows`: the rest is not read.
 */
export function parseCsv(bytes: Uint8Array, { maxRows }: { maxRows?: number } = {}): CsvRow[] {
  const text = decode(bytes)
  const rows: CsvRow[] = []
  try {
    parse(text, { ...toOptions(text, rows), to: maxRows ?? -1 })
    return rows
  } catch (error) {
    throw toInvalidCsv(error)
  }
}

/** The characters that are parsed in a step of the event loop. A character can be a row. */
const charactersPerStep = 2048

/** `parseCsv` for large files: the rows in batches, and the event loop is free in between. */
export async function* parseCsvInSteps(bytes: Uint8Array): AsyncGenerator<CsvRow[]> {
  const text = decode(bytes)
  const rows: CsvRow[] = []
  const parser = createParser(toOptions(text, rows))
  // Each call below reports its own error.
  parser.on('error', () => {})
  parser.resume()
  try {
    for (let at = 0; at < text.length; at += charactersPerStep) {
      const part = text.slice(at, at + charactersPerStep)
      await new Promise<void>((done, fail) => parser.write(part, (error) => (error ? fail(error) : done())))
      yield rows.splice(0)
      await yieldToEventLoop()
    }
    await new Promise<void>((done, fail) => parser.on('error', fail).on('end', done).end())
    yield rows.splice(0)
  } catch (error) {
    throw toInvalidCsv(error)
  } finally {
    parser.destroy()
  }
}

/** `rows`: where each row is added. */
function toOptions(text: string, rows: CsvRow[]): Options<string[]> {
  return {
    delimiter: findDelimiter(text),
    on_record: (cells: string[], { lines }) => void rows.push({ line: lines, cells }),
    relax_column_count: true,
    skip_records_with_empty_values: true,
    trim: true,
  }
}

function toInvalidCsv(error: unknown): unknown {
  return error instanceof CsvError ? new InvalidCsvError(Number(error['lines'] ?? 1), explain(error)) : error
}

/** Bytes that are not UTF-8 have been replaced by U+FFFD: here, or by the browser that sent the file. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (text.includes('\uFFFD'))
    throw new InvalidCsvError(1, 'The file is not UTF-8. Save it from the spreadsheet program as "CSV UTF-8".')
  return text.replace(/\r\n?/g, '\n')
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
