import { unescapeFormulas } from '#server/platform/csv/csv-formulas.ts'
import { type CsvRow, InvalidCsvError, parseCsv } from '#server/platform/csv/csv-parser.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { RankedName } from './ranked-names.ts'

const maxRows = 5000
const maxNameLength = 100
const maxErrors = 5

/**
 * The ranked golfers in a CSV file with rank and name, in either order, with or without a header row. With a header, other
 * columns are allowed, and first and last names may be separate. Throws a problem
 * with the number of each line that is wrong.
 */
export function parseRankingFile(file: string | undefined): RankedName[] {
  if (file === undefined) throw refuseFile(['must be sent with the source "file"'])
  const rows = readRows(file)
  const [first, ...others] = rows
  if (first === undefined) throw refuseFile(['The file is empty.'])
  const columns = findColumns(first)
  const data = columns === undefined ? rows : others
  if (data.length === 0) throw refuseFile([`Line ${first.line}: there are no names below the heading.`])
  if (data.length > maxRows) throw refuseFile([`The file has more than ${maxRows} lines.`])
  const read = data.map(columns === undefined ? readPlainRow : (row) => readColumns(row, columns))
  const errors = read.filter((row) => typeof row === 'string')
  if (errors.length > 0) throw refuseFile(shorten(errors))
  return read.filter((row) => typeof row !== 'string')
}

function readRows(file: string): CsvRow[] {
  try {
    // One row for the heading, and one to see that there are too many.
    return parseCsv(new TextEncoder().encode(file), { maxRows: maxRows + 2 })
  } catch (error) {
    if (!(error instanceof InvalidCsvError)) throw error
    throw refuseFile([`Line ${error.line}: ${error.message}`])
  }
}

function refuseFile(messages: readonly string[]): Problem {
  return new Problem('validation-failed', { fields: messages.map((message) => ({ field: 'file', message })) })
}

function shorten(errors: readonly string[]): string[] {
  const left = errors.length - maxErrors
  return left <= 0 ? [...errors] : [...errors.slice(0, maxErrors), `${left} more lines have errors.`]
}

type Columns = { rank: number; names: readonly number[] }

const rankHeading = /^(?:#|no\.?|pos(?:ition)?|place|(?:world |this week'?s? )?rank(?:ing)?)$/i
const nameHeading = /^(?:(?:full |player |golfer )?name|player|golfer|athlete)$/i
const firstNameHeading = /^(?:first|given) ?name$/i
const lastNameHeading = /^(?:last|family) ?name$|^surname$/i

/** Undefined if the row is not a header. */
function findColumns({ cells, line }: CsvRow): Columns | undefined {
  if (cells.some((cell) => /^[#T]?\d+\.?$/i.test(cell))) return undefined
  const find = (heading: RegExp) => cells.findIndex((cell) => heading.test(cell))
  const rank = find(rankHeading)
  const [name, first, last] = [find(nameHeading), find(firstNameHeading), find(lastNameHeading)]
  const names = name >= 0 ? [name] : [first, last].filter((index) => index >= 0)
  if (rank >= 0 && names.length > 0) return { rank, names }
  throw refuseFile([`Line ${line}: the columns must be named "Rank" and "Name".`])
}

function readColumns({ line, cells }: CsvRow, columns: Columns): RankedName | string {
  const isLastColumn = columns.names.length === 1 && columns.rank < (columns.names[0] ?? 0)
  const names = columns.names.map((index) => cells[index] ?? '')
  // A name such as "Last, First" without quotes has become two cells.
  const [name = ''] = names
  if (isLastColumn && cells.length === 3 && columns.names[0] === 1 && isFirstName(cells[2]) && !name.includes(' ')) {
    return toRow(line, cells[columns.rank], `${name}, ${cells[2]}`)
  }
  return toRow(line, cells[columns.rank], names.join(' '))
}

/** "1,Scottie Scheffler", "Scottie Scheffler;1", "1,Scheffler, Scottie" */
function readPlainRow({ line, cells }: CsvRow): RankedName | string {
  const rankIndex = cells.slice(0, 2).findIndex((cell) => toRank(cell) !== undefined)
  if (rankIndex < 0) return `Line ${line}: "${shown(cells[0])}" is not a rank.`
  const names = cells.filter((cell, index) => index !== rankIndex && /\p{L}/u.test(cell))
  const [name = '', second] = names
  const isApart = rankIndex === 0 && !name.includes(' ') && isFirstName(second)
  return toRow(line, cells[rankIndex], isApart ? `${name}, ${second}` : name)
}

/** A country such as "USA" is not a first name. */
function isFirstName(cell: string | undefined): boolean {
  return cell !== undefined && /^\p{Lu}\P{Lu}/u.test(cell)
}

function toRow(line: number, rankCell: string | undefined, nameCell: string): RankedName | string {
  const rank = toRank(rankCell)
  const name = unescapeFormulas(nameCell.trim())
  if (rank === undefined) return `Line ${line}: "${shown(rankCell)}" is not a rank.`
  if (!/\p{L}/u.test(name)) return `Line ${line}: there is no name.`
  return name.length > maxNameLength
    ? `Line ${line}: the name is longer than ${maxNameLength} characters.`
    : { rank, name }
}

/** "12", "T12", "#12", "12." */
function toRank(cell = ''): number | undefined {
  const [, figures] = /^(?:#|T)?(\d{1,5})\.?$/i.exec(cell) ?? []
  const rank = Number(figures)
  return rank >= 1 ? rank : undefined
}

function shown(cell = ''): string {
  return cell.length <= 30 ? cell : `${cell.slice(0, 30)}…`
}
