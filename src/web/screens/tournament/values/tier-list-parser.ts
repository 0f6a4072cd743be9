import { tierNames } from '#domain/tournament/tournament.ts'

/** The names of the four tiers. */
export type TierLists = readonly [string[], string[], string[], string[]]

/** Between the cells of a spreadsheet row. */
const cellSeparator = /[\t;|]/
/** "12. ", "T3 ", "#4) ", "1,", "- ": a rank in the source. */
const numbering = /^\s*(?:#?\s*T?\d+\s*[.,):–-]?\s*|[-–•*]\s+)(?=["'“‘\p{L}])/u
/** " +450", ",12/1", " (9.5%)", " $9,800": odds, shares and prices. */
const trailingFigures = /(?:[\s,]+[([]?[+−-]?\$?\d[\d.,/:]*%?[)\]]?)+\s*$/u
const quotes = /^["'“”‘’]+|["'“”‘’]+$/gu
const heading =
  /^(?:players?|golfers?|names?|(?:player|golfer) names?|first|last|(?:first|last) name|odds|rank|pos|country)$/i
const tierHeading = /^(?:tier|group)\s*([a-d])\s*:?$/i

/**
 * The name in a line, without ranks and figures from a spreadsheet. If several cells contain words, all are kept: the
 * server finds out which of them are the name. Empty for a line without a name.
 */
export function parseName(line: string): string {
  const cells = line.split(cellSeparator).map(cleanCell)
  return cells.some(isName) ? cells.filter((cell) => /\p{L}/u.test(cell) && !isPosition(cell)).join('\t') : ''
}

/** The names of a tier in list order, without blanks and repetitions (docs/rules.md, 8.2). */
export function listNames(text: string): string[] {
  return [...new Set(toLines(text).map(parseName))].filter((name) => name !== '')
}

/** The number of lines that repeat another line's name exactly. */
export function countRepeatedNames(text: string): number {
  const names = toLines(text)
    .map(parseName)
    .filter((name) => name !== '')
  return names.length - new Set(names).size
}

export function toLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}

/** Shows the cells of a name separated by spaces. */
export function toDisplayName(name: string): string {
  return name.replaceAll('\t', ' ')
}

export function replaceName(text: string, name: string, by: string): string {
  return toLines(text)
    .map((line) => (parseName(line) === name ? by : line))
    .join('\n')
}

export function removeName(text: string, name: string): string {
  return toLines(text)
    .filter((line) => parseName(line) !== name)
    .join('\n')
}

/** The lines with a name, as they were typed. */
export function findLines(text: string, name: string): string[] {
  return toLines(text).filter((line) => parseName(line) === name)
}

export function appendNames(text: string, names: readonly string[]): string {
  const before = text.trimEnd()
  return [...(before === '' ? [] : [before]), ...names].join('\n')
}

/**
 * Splits a text with all four tiers: four columns of names, or four sections below "Tier A" to "Tier D". Null for
 * others.
 */
export function parseTierTable(text: string): TierLists | null {
  const rows = toLines(text).map((line) => line.split(cellSeparator).map(cleanCell))
  return splitColumns(rows) ?? splitSections(rows.map((cells) => cells.join('\t')))
}

function splitColumns(rows: readonly string[][]): TierLists | null {
  const width = Math.max(...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => rows.map((cells) => cells[index] ?? '').filter(isName))
  const nameColumns = columns.filter((cells) => {
    const full = cells.filter((cell) => /\p{L}\S*\s+\S*\p{L}/u.test(cell))
    return full.length > 1 && full.length > cells.length / 2
  })
  const [a, b, c, d, ...more] = nameColumns
  return a && b && c && d && more.length === 0 ? [a, b, c, d] : null
}

function splitSections(lines: readonly string[]): TierLists | null {
  const parts: [string[], string[], string[], string[]] = [[], [], [], []]
  let part: string[] | undefined
  for (const line of lines) {
    const letter = tierHeading.exec(line.trim())?.[1]?.toUpperCase()
    if (letter !== undefined) part = parts[tierNames.join('').indexOf(letter)]
    else if (parseName(line) !== '') part?.push(parseName(line))
  }
  return parts.every((names) => names.length > 0) ? parts : null
}

function cleanCell(cell: string): string {
  return cell
    .replace(/\s+/gu, ' ')
    .replace(numbering, '')
    .replace(trailingFigures, '')
    .trim()
    .replace(quotes, '')
    .trim()
}

function isName(cell: string): boolean {
  return /\p{L}/u.test(cell) && !isPosition(cell) && !heading.test(cell) && !tierHeading.test(cell)
}

/** "T3", "12th" */
function isPosition(cell: string): boolean {
  return /^(?:T\d+|\d+\p{L}*)$/u.test(cell)
}
