import { mostRounds } from '#domain/field/field.ts'
import { type ScoreCells, type ScoreColumn, scoreColumns } from './score-cells.ts'
import { mostStrokes } from './score-document.ts'

/** A row of a pasted table. The cells of a name are separated by tabs, as the name matcher expects. */
export type TableRow = { readonly name: string; readonly cells: ScoreCells }

type Meaning = ScoreColumn | 'name'

const headings: readonly (readonly [RegExp, Meaning])[] = [
  [/^(?:(?:first|last|full)?\s*name|players?|golfers?)$/i, 'name'],
  [/^(?:today|round|rd|current(?: round)?)$/i, 'today'],
  [/^(?:thru|through|holes?)$/i, 'thru'],
  [/^(?:to ?par|par|score|total|tot)$/i, 'toPar'],
  [/^(?:status|state)$/i, 'status'],
  ...([1, 2, 3, 4] as const).map(
    (round) => [new RegExp(`^(?:r|rd|round)\\s*${round}$`, 'i'), `rounds.${(round - 1) as 0 | 1 | 2 | 3}`] as const,
  ),
]
const outReason = /^(?:CUT|MC|W\/?D|DQ|MDF|DNS)$/i
const toPar = /^(?:E|[+−–-]\d{1,2})$/i
const thru = /^(?:F\*?|\d{1,2}\*?)$/i

/**
 * The rows of a table from a spreadsheet or a CSV file, with or without headings. Without, a value tells by itself what it
 * is: strokes of rounds 1, 2, 3, 4, the score to par, holes played, or why a golfer is out. Each row gets every column that
 * the table has.
 */
export function parseScoreTable(text: string): TableRow[] {
  const rows = splitTable(text).filter((cells) => cells.some((cell) => cell !== ''))
  const heading = rows[0]?.map((cell) => headings.find(([pattern]) => pattern.test(cell))?.[1])
  const hasHeading = heading?.includes('name') === true
  const read = (hasHeading ? rows.slice(1) : rows).map((cells) =>
    hasHeading ? readRow(cells, heading) : guessRow(cells),
  )
  const columns = scoreColumns.filter((column) => read.some(({ cells }) => cells[column] !== undefined))
  const empty = Object.fromEntries(columns.map((column) => [column, '']))
  return read.filter(({ name }) => name !== '').map(({ name, cells }) => ({ name, cells: { ...empty, ...cells } }))
}

function readRow(cells: readonly string[], heading: readonly (Meaning | undefined)[]): TableRow {
  const values = cells.flatMap((cell, index): [ScoreColumn, string][] => {
    if (outReason.test(cell)) return [['status', toOut(cell)]]
    const meaning = heading[index]
    // A total may be in strokes, and thru a tee time.
    if (meaning === undefined || meaning === 'name' || (meaning === 'toPar' && !toPar.test(cell) && cell !== ''))
      return []
    const isNone = /^[-–—]*$/.test(cell) || (meaning === 'thru' && !thru.test(cell))
    return [[meaning, isNone ? '' : cell]]
  })
  return { name: cells.filter((_, index) => heading[index] === 'name').join('\t'), cells: Object.fromEntries(values) }
}

function guessRow(all: readonly string[]): TableRow {
  const isWord = (cell: string) => /\p{L}{2}/u.test(cell) && !outReason.test(cell)
  const first = all.findIndex(isWord)
  const cells: Partial<Record<ScoreColumn, string>> = {}
  let round = 0
  for (const cell of first < 0 ? [] : all.slice(first)) {
    const number = Number(cell)
    if (outReason.test(cell)) cells.status = toOut(cell)
    else if (toPar.test(cell)) cells.toPar ??= cell
    else if (number > 18 && number <= mostStrokes && round < mostRounds) {
      const column = scoreColumns[round]
      if (column) cells[column] = cell
      round += 1
    } else if (thru.test(cell)) cells.thru = cell
  }
  return { name: all.filter(isWord).join('\t'), cells }
}

function toOut(cell: string): string {
  return cell.toUpperCase().replace('/', '').replace(/^MC$/, 'CUT')
}

/** Cells are separated by tabs, semicolons or commas, and may be quoted. */
function splitTable(text: string): string[][] {
  const separator = ['\t', ';', ','].find((char) => text.includes(char)) ?? '\t'
  const cell = new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g')
  return text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      [...line.matchAll(cell)].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim()),
    )
}
