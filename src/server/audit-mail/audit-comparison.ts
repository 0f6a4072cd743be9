import { gunzipSync } from 'node:zlib'
import { readContent } from '#domain/seal/sealed-entry.ts'
import { InvalidCsvError, parseCsv } from '../csv/csv-parser.ts'
import { sha256Hex } from '../sha256.ts'
import { auditColumns, contentColumns } from './audit-csv.ts'

/** A difference between two audit emails. */
export type AuditFinding = {
  readonly entry: string
  /** The rules do not permit it. */
  readonly isViolation: boolean
  readonly text: string
}

export type AuditComparison = {
  /** Records with the same digest in both files and, where the later file has contents, content that matches it. */
  readonly unchanged: number
  /** The later file contains picks and answers, so its digests were recomputed. */
  readonly arePicksVisible: boolean
  readonly findings: readonly AuditFinding[]
}

/** The two files cannot be compared; the message says why. */
export class AuditFileError extends Error {}

type Row = Readonly<Record<string, string>>

/** Several hundred thousand entries. */
const maxUnpackedBytes = 256 * 2 ** 20

const columns = auditColumns
const { picks, answers, content } = contentColumns

/** Compares the attachments of two audit emails, using only the two files. Throws `AuditFileError`. */
export function compareAudits(earlier: Uint8Array, later: Uint8Array): AuditComparison {
  const [before, after] = [readRows(earlier, 'The earlier file'), readRows(later, 'The later file')]
  requireComparable(before, after)
  const beforeById = new Map(before.map((row) => [cell(row, columns.entry), row]))
  const afterIds = new Set(after.map((row) => cell(row, columns.entry)))
  const sentBefore = before[0] && cell(before[0], columns.sent)
  const missing = before.filter((row) => !afterIds.has(cell(row, columns.entry)))
  const perEntry = after.map((row) => checkEntry(row, beforeById.get(cell(row, columns.entry)), sentBefore))
  return {
    unchanged: perEntry.filter(({ isSame }) => isSame).length,
    arePicksVisible: after.some((row) => content in row),
    findings: [
      ...perEntry.flatMap(({ findings }) => findings),
      ...missing.map((row) => toViolation(row, 'is missing from the later file')),
    ],
  }
}

function checkEntry(row: Row, before: Row | undefined, sentBefore: string | undefined) {
  const contentErrors = findContentErrors(row).map((text) => toViolation(row, text))
  if (!before) return { isSame: false, findings: [...contentErrors, checkNewEntry(row, sentBefore)] }
  const isSame = cell(row, columns.digest) === cell(before, columns.digest)
  const change = isSame ? [] : [checkChange(row, before)]
  const owner = toOwner(row) === toOwner(before) ? [] : [toNote(row, `was ${toOwner(before)}'s`)]
  return { isSame: isSame && contentErrors.length === 0, findings: [...contentErrors, ...change, ...owner] }
}

/** The visible picks and answers must equal the content that the digest was computed from. */
function findContentErrors(row: Row): string[] {
  if (!(content in row)) return []
  const text = cell(row, content)
  if (sha256Hex(text) !== cell(row, columns.digest)) return ['has content that does not match its digest']
  const readBack = readContent(text)
  if (!readBack || String(readBack.entry) !== cell(row, columns.entry))
    return ['has the content of a different entry record']
  const isPicked = picks.every((column, index) => cell(row, column).endsWith(` (${readBack.picks[index]})`))
  const isAnswered = answers.every((column, index) => isSameCell(cell(row, column), readBack.answers[index]))
  return isPicked && isAnswered ? [] : ['shows picks or answers that differ from its content']
}

/** Removes the apostrophe that protects a cell from being read as a formula. */
function isSameCell(shown: string, text: string | undefined): boolean {
  return shown === text || shown === `'${text}`
}

function checkNewEntry(row: Row, sentBefore: string | undefined): AuditFinding {
  const [created, start] = [cell(row, columns.created), cell(row, columns.start)]
  if (created >= start) return toViolation(row, `was created at ${created}, after the start`)
  if (sentBefore !== undefined && created < sentBefore) {
    return toViolation(row, `claims to have been created at ${created} but is missing from the earlier file`)
  }
  return toNote(row, `is new: created at ${created}, before the start`)
}

function checkChange(row: Row, before: Row): AuditFinding {
  const [changed, start] = [cell(row, columns.changed), cell(row, columns.start)]
  if (changed >= start) return toViolation(row, `was changed at ${changed}, after the start`)
  if (changed === cell(before, columns.changed)) {
    return toViolation(row, `has different content but claims not to have changed since ${changed}`)
  }
  if (changed < cell(before, columns.sent)) {
    return toViolation(
      row,
      `has different content but claims to have changed at ${changed}, before the earlier file was sent`,
    )
  }
  return toNote(row, `was changed at ${changed}, before the start`)
}

function toViolation(row: Row, text: string): AuditFinding {
  return { ...toNote(row, text), isViolation: true }
}

/** A difference that the rules permit. */
function toNote(row: Row, text: string): AuditFinding {
  return { entry: `Entry record ${cell(row, columns.entry)} of ${toOwner(row)}`, isViolation: false, text }
}

function toOwner(row: Row): string {
  return `${cell(row, columns.owner)} <${cell(row, columns.email)}>`.replace(/\p{C}/gu, ' ')
}

/** Every row has the tournament and the time of the email, so the first rows are enough. */
function requireComparable([before]: readonly Row[], [after]: readonly Row[]): void {
  if (!before || !after) return
  if (cell(before, columns.tournamentId) !== cell(after, columns.tournamentId)) {
    throw new AuditFileError('The files are about different tournaments.')
  }
  if (cell(before, columns.sent) > cell(after, columns.sent)) {
    throw new AuditFileError('The earlier file was sent after the later one: swap the two arguments.')
  }
}

function readRows(csv: Uint8Array, which: string): Row[] {
  const rows = parseTable(csv, which)
  const [header = []] = rows
  for (const name of Object.values(columns)) {
    if (!header.includes(name)) throw new AuditFileError(`${which} has no column ${name}.`)
  }
  const records = rows
    .slice(1)
    .map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
  const ids = new Set(records.map((row) => cell(row, columns.entry)))
  if (ids.size !== records.length) throw new AuditFileError(`${which} contains an entry record twice.`)
  return records
}

function parseTable(csv: Uint8Array, which: string): string[][] {
  try {
    return parseCsv(unpack(csv, which)).map(({ cells }) => cells)
  } catch (error) {
    if (!(error instanceof InvalidCsvError)) throw error
    throw new AuditFileError(`${which} is not a valid CSV table: line ${error.line}: ${error.message}`)
  }
}

/** Attachments of large pools are compressed. */
function unpack(bytes: Uint8Array, which: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes })
  } catch {
    throw new AuditFileError(`${which} is damaged, or has more than ${maxUnpackedBytes / 2 ** 20} MiB unpacked.`)
  }
}

function cell(row: Row, column: string): string {
  const value = row[column]
  if (value === undefined) throw new AuditFileError(`A file has no column ${column}.`)
  return value
}
