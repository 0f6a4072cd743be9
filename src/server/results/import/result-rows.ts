import * as z from 'zod/mini'
import { eventId } from '#contract/values.ts'
import { parseEmail } from '#server/delivery/mail/email-address.ts'
import { unescapeFormulas } from '#server/platform/csv/csv-formulas.ts'
import type { CsvRow } from '#server/platform/csv/csv-parser.ts'
import { cleanName } from '#server/users/display-name.ts'

/** A user's places in a past tournament. */
export type ResultRow = {
  line: number
  tournament: string
  /** ISO 8601, UTC. */
  start: string
  /** The feed's event id; null if the file has none. */
  event: string | null
  name: string
  email: string
  /** In entry order, one to three; null for a disqualified entry. */
  places: (number | null)[]
}

/** An error with its line and column; the column is null if it concerns the whole line. */
export type RowError = { line: number; column: Heading | null; reason: string }

export type ResultTable = {
  rows: ResultRow[]
  errors: RowError[]
  /** Unknown headings, whose columns are ignored. */
  ignored: string[]
}

const entryHeadings = ['Entry 1', 'Entry 2', 'Entry 3'] as const
const requiredHeadings = ['Tournament', 'Start', 'Name', 'Email', ...entryHeadings] as const
const headings = [...requiredHeadings, 'Event'] as const
type Heading = (typeof headings)[number]

/** The limits of the database columns. */
const maxTournamentNameLength = 200
const maxNameLength = 100

/** A file with more is another kind of file, and nobody corrects them one by one. */
const maxErrors = 1000

/**
 * Reads a table of past results, in batches of rows, and collects its errors. The first row contains the headings. After a
 * thousand errors, the rest is not read.
 */
export async function toResultTable(batches: AsyncIterable<readonly CsvRow[]>, now: Date): Promise<ResultTable> {
  const rows: ResultRow[] = []
  const errors: RowError[] = []
  let headings: Headings | undefined
  for await (const batch of batches) {
    for (const line of batch) {
      if (headings === undefined) {
        headings = readHeadings(line)
        if (headings.errors.length > 0) return { rows, errors: headings.errors, ignored: headings.ignored }
        continue
      }
      const row = toRow(line, headings.found, now)
      if ('errors' in row) errors.push(...row.errors)
      else rows.push(row)
      if (errors.length >= maxErrors) {
        errors.push({ line: line.line, column: null, reason: 'the lines below were not read: too many errors' })
        return { rows, errors, ignored: headings.ignored }
      }
    }
  }
  if (headings === undefined)
    return { rows, errors: [{ line: 1, column: null, reason: 'the file is empty' }], ignored: [] }
  if (rows.length === 0 && errors.length === 0)
    errors.push({ line: headings.line, column: null, reason: 'there are no rows below the headings' })
  return { rows, errors, ignored: headings.ignored }
}

type Headings = ReturnType<typeof readHeadings>

function readHeadings({ cells, line }: CsvRow) {
  const found = cells.map(toHeading)
  const ignored = cells.filter((cell, index) => cell !== '' && found[index] === undefined).map(quoteForMessage)
  return { line, found, ignored, errors: findHeadingErrors(found, line) }
}

/** Quotes a cell in a message: shortened, without control characters that a terminal would interpret. */
export function quoteForMessage(text: string): string {
  const shown = [...(cleanName(text) ?? '')]
  return `"${shown.slice(0, 40).join('')}${shown.length > 40 ? '…' : ''}"`
}

function toHeading(text: string): Heading | undefined {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').replace('e-mail', 'email')
  return headings.find((heading) => heading.toLowerCase() === plain)
}

function findHeadingErrors(found: readonly (Heading | undefined)[], line: number): RowError[] {
  const missing = requiredHeadings.filter((heading) => !found.includes(heading))
  const repeated = headings.filter((heading) => found.indexOf(heading) !== found.lastIndexOf(heading))
  return [
    ...missing.map((column) => ({ line, column, reason: 'the column is missing' })),
    ...repeated.map((column) => ({ line, column, reason: 'the column appears twice' })),
  ]
}

function toRow(
  { line, cells }: CsvRow,
  found: readonly (Heading | undefined)[],
  now: Date,
): ResultRow | { errors: RowError[] } {
  const errors: RowError[] = []
  const addError = (column: Heading | null) => (reason: string) => void errors.push({ line, column, reason })
  // A name from one of our own files may have an apostrophe that is not its own.
  const cell = (heading: Heading) => unescapeFormulas(cells[found.indexOf(heading)] ?? '')
  if (cells.slice(found.length).some((text) => text !== ''))
    addError(null)('there are more cells than headings: does an unquoted name contain a comma?')
  const tournament = toName(cell('Tournament'), maxTournamentNameLength, addError('Tournament'))
  const start = toStart(cell('Start'), now, addError('Start'))
  const event = toEvent(cell('Event'), addError('Event'))
  const name = toName(cell('Name'), maxNameLength, addError('Name'))
  const email = toAddress(cell('Email'), addError('Email'))
  const places = toPlaces(entryHeadings.map(cell), (entry) => addError(entryHeadings[entry] ?? null))
  if (errors.length > 0 || !tournament || !start || !name || !email) return { errors }
  return { line, tournament, start, event, name, email, places }
}

type AddError = (reason: string) => void

function toName(text: string, maxLength: number, addError: AddError): string | undefined {
  // Normalising truncates long names, which could make two names equal.
  const name = [...text].length > maxLength ? undefined : cleanName(text)
  if (name === undefined) addError(text === '' ? 'must not be empty' : `must have 1 to ${maxLength} letters`)
  return name
}

const day = z.iso.date()
const moment = z.iso.datetime({ offset: true })

/** A date without a time means noon UTC, which is the same date nearly everywhere. */
function toStart(text: string, now: Date, addError: AddError): string | undefined {
  const isCalendarDate = z.safeParse(day, text).success
  if (!isCalendarDate && !z.safeParse(moment, text).success) {
    addError(`${quoteForMessage(text)} is not a date such as 2019-04-11 or a time such as 2019-04-11T11:00:00Z`)
    return undefined
  }
  const start = new Date(isCalendarDate ? `${text}T12:00:00Z` : text)
  if (start > now) addError('is in the future: only tournaments that are over have results')
  return start.toISOString()
}

function toEvent(text: string, addError: AddError): string | null {
  if (text === '') return null
  if (!z.safeParse(eventId, text).success) addError(`${quoteForMessage(text)} is not an event id: 4 to 12 digits`)
  return text
}

function toAddress(text: string, addError: AddError): string | undefined {
  const address = parseEmail(text)
  if (address === undefined)
    addError(text === '' ? 'must not be empty' : `${quoteForMessage(text)} is not an email address`)
  return address
}

/** An entry without a place cannot come before one with a place. */
function toPlaces(texts: readonly string[], addError: (entry: number) => AddError): (number | null)[] {
  const count = texts.findLastIndex((text) => text !== '') + 1
  if (count === 0) addError(0)('must have a place: this line has none')
  return texts.slice(0, count).map((text, entry) => toPlace(text, addError(entry)))
}

function toPlace(text: string, addError: AddError): number | null {
  // Spreadsheets replace two hyphens with a dash.
  if (/^(--?|–|—|DQ)$/i.test(text)) return null
  const place = /^T?([1-9]\d{0,5})$/i.exec(text)?.[1]
  if (place === undefined) {
    addError(
      text === ''
        ? 'must have a place because a later entry has one'
        : `${quoteForMessage(text)} is not a place such as 1, T3, -- or DQ`,
    )
  }
  return Number(place ?? 0)
}
