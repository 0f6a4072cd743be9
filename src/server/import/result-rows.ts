import * as z from 'zod/mini'
import { eventId } from '#contract/values.ts'
import type { CsvRow } from '../csv/csv-reading.ts'
import { parseMailAddress } from '../mail/mail-address.ts'
import { cleanName } from '../users/display-name.ts'

/** One person's places in one tournament of an earlier year. */
export type ResultRow = {
  line: number
  tournament: string
  /** ISO 8601, UTC. */
  start: string
  /** The feed's event id; null where the file has none. */
  event: string | null
  name: string
  email: string
  /** In entry order, one to three; null for a disqualified entry. */
  places: (number | null)[]
}

/** What is wrong, and where: the line of the file, and the column; null when it is about the whole line. */
export type RowFault = { line: number; column: Heading | null; reason: string }

export type ResultTable = {
  rows: ResultRow[]
  faults: RowFault[]
  /** Headings that nothing is known of: their columns are left out. */
  ignored: string[]
}

const entryHeadings = ['Entry 1', 'Entry 2', 'Entry 3'] as const
const requiredHeadings = ['Tournament', 'Start', 'Name', 'Email', ...entryHeadings] as const
const headings = [...requiredHeadings, 'Event'] as const
type Heading = (typeof headings)[number]

/** What the columns of the database hold. */
const longestTournamentName = 200
const longestName = 100

/** What a table says of earlier years, and what of it cannot be meant. Its first row has the headings. */
export function toResultTable([first, ...lines]: readonly CsvRow[], now: Date): ResultTable {
  if (!first)
    return { rows: [], faults: [{ line: 1, column: null, reason: 'the file is empty' }], ignored: [] }
  const found = first.cells.map(toHeading)
  const faults = findHeadingFaults(found, first.line)
  const ignored = first.cells.filter((cell, at) => cell !== '' && found[at] === undefined).map(quote)
  if (faults.length > 0) return { rows: [], faults, ignored }
  const rows: ResultRow[] = []
  for (const line of lines) {
    const row = toRow(line, found, now)
    if ('faults' in row) faults.push(...row.faults)
    else rows.push(row)
  }
  if (lines.length === 0)
    faults.push({ line: first.line, column: null, reason: 'there is nothing below the headings' })
  return { rows, faults, ignored }
}

/** A cell's text in a message: short, and without anything that a terminal would obey. */
export function quote(text: string): string {
  const shown = [...(cleanName(text) ?? '')]
  return `"${shown.slice(0, 40).join('')}${shown.length > 40 ? '…' : ''}"`
}

function toHeading(text: string): Heading | undefined {
  const plain = text.toLowerCase().replace(/\s+/g, ' ').replace('e-mail', 'email')
  return headings.find((heading) => heading.toLowerCase() === plain)
}

function findHeadingFaults(found: readonly (Heading | undefined)[], line: number): RowFault[] {
  const missing = requiredHeadings.filter((heading) => !found.includes(heading))
  const doubled = headings.filter((heading) => found.indexOf(heading) !== found.lastIndexOf(heading))
  return [
    ...missing.map((column) => ({ line, column, reason: 'the column is missing' })),
    ...doubled.map((column) => ({ line, column, reason: 'the column is there twice' })),
  ]
}

function toRow(
  { line, cells }: CsvRow,
  found: readonly (Heading | undefined)[],
  now: Date,
): ResultRow | { faults: RowFault[] } {
  const faults: RowFault[] = []
  const refuse = (column: Heading | null) => (reason: string) => void faults.push({ line, column, reason })
  const cell = (heading: Heading) => cells[found.indexOf(heading)] ?? ''
  if (cells.slice(found.length).some((text) => text !== ''))
    refuse(null)('there are more cells than headings: is a comma in a name, and the name not in quotes?')
  const tournament = toName(cell('Tournament'), longestTournamentName, refuse('Tournament'))
  const start = toStart(cell('Start'), now, refuse('Start'))
  const event = toEvent(cell('Event'), refuse('Event'))
  const name = toName(cell('Name'), longestName, refuse('Name'))
  const email = toAddress(cell('Email'), refuse('Email'))
  const places = toPlaces(entryHeadings.map(cell), (entry) => refuse(entryHeadings[entry] ?? null))
  if (faults.length > 0 || !tournament || !start || !name || !email) return { faults }
  return { line, tournament, start, event, name, email, places }
}

type Refuse = (reason: string) => void

function toName(text: string, longest: number, refuse: Refuse): string | undefined {
  // The cleaning cuts what is too long, which would make two names one.
  const name = [...text].length > longest ? undefined : cleanName(text)
  if (name === undefined) refuse(text === '' ? 'must not be empty' : `must have 1 to ${longest} letters`)
  return name
}

const day = z.iso.date()
const moment = z.iso.datetime({ offset: true })

/** A day without an hour is its noon in UTC, which is the same day nearly everywhere. */
function toStart(text: string, now: Date, refuse: Refuse): string | undefined {
  const isDay = z.safeParse(day, text).success
  if (!isDay && !z.safeParse(moment, text).success) {
    refuse(`${quote(text)} is not a date as 2019-04-11, nor an instant as 2019-04-11T11:00:00Z`)
    return undefined
  }
  const start = new Date(isDay ? `${text}T12:00:00Z` : text)
  if (start > now) refuse('is in the future: results are of tournaments that are over')
  return start.toISOString()
}

function toEvent(text: string, refuse: Refuse): string | null {
  if (text === '') return null
  if (!z.safeParse(eventId, text).success) refuse(`${quote(text)} is not an event id: 4 to 12 digits`)
  return text
}

function toAddress(text: string, refuse: Refuse): string | undefined {
  const address = parseMailAddress(text)
  if (address === undefined) refuse(`${quote(text)} is not an e-mail address`)
  return address
}

/** Entries are counted from the first: one without a place cannot stand before one with a place. */
function toPlaces(texts: readonly string[], refuse: (entry: number) => Refuse): (number | null)[] {
  const count = texts.findLastIndex((text) => text !== '') + 1
  if (count === 0) refuse(0)('must have a place: there is none in this line')
  return texts.slice(0, count).map((text, entry) => toPlace(text, refuse(entry)))
}

function toPlace(text: string, refuse: Refuse): number | null {
  // Spreadsheets make a dash of two hyphens.
  if (/^(--?|–|—|DQ)$/i.test(text)) return null
  const place = /^T?([1-9]\d{0,5})$/i.exec(text)?.[1]
  if (place === undefined) {
    refuse(
      text === ''
        ? 'must have a place, as a later entry has'
        : `${quote(text)} is not a place: 1, T3, -- or DQ`,
    )
  }
  return Number(place ?? 0)
}
