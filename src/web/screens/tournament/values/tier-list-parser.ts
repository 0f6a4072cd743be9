import { tierNames } from '#domain/tournament.ts'

/** The four lists of names of a text that holds all tiers. */
export type TierLists = readonly [string[], string[], string[], string[]]

/** Between the cells of a spreadsheet's line. */
const cellSeparator = /[\t;|]/
/** "12. ", "T3 ", "#4) ", "1,", "- ": where somebody stands in some other list. */
const numbering = /^\s*(?:#?\s*T?\d+\s*[.,):–-]?\s*|[-–•*]\s+)(?=["'“‘\p{L}])/u
/** " +450", ",12/1", " (9.5%)", " $9,800": what a bookmaker or a game says of him. */
const trailingFigures = /(?:[\s,]+[([]?[+−-]?\$?\d[\d.,/:]*%?[)\]]?)+\s*$/u
const quotes = /^["'“”‘’]+|["'“”‘’]+$/gu
const heading =
  /^(?:players?|golfers?|names?|(?:player|golfer) names?|first|last|(?:first|last) name|odds|rank|pos|country)$/i
const tierHeading = /^(?:tier|group)\s*([a-d])\s*:?$/i

/**
 * The name that stands in a line of a tier, also when it comes with what stood beside it in a spreadsheet. Of several
 * cells with words all stay: which of them make the name is for the server to find out. Empty when there is none.
 */
export function parseName(line: string): string {
  const cells = line.split(cellSeparator).map(cleanCell)
  return cells.some(isName) ? cells.filter((cell) => /\p{L}/u.test(cell) && !isPosition(cell)).join('\t') : ''
}

/** The names of a tier in their order, without blanks and repetitions (specification, section 5). */
export function listNames(text: string): string[] {
  return [...new Set(toLines(text).map(parseName))].filter((name) => name !== '')
}

/** How many lines say again what another one says, to the letter. */
export function countRepeatedNames(text: string): number {
  const names = toLines(text)
    .map(parseName)
    .filter((name) => name !== '')
  return names.length - new Set(names).size
}

export function toLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}

/** A cell border is no part of a name that is shown. */
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

export function appendNames(text: string, names: readonly string[]): string {
  const before = text.trimEnd()
  return [...(before === '' ? [] : [before]), ...names].join('\n')
}

/**
 * All four tiers in one text: four columns of names side by side, or four parts below headings "Tier A" to "Tier D".
 * Null when it is nothing of the kind.
 */
export function parseTierTable(text: string): TierLists | null {
  const rows = toLines(text).map((line) => line.split(cellSeparator).map(cleanCell))
  return splitColumns(rows) ?? splitSections(rows.map((cells) => cells.join('\t')))
}

function splitColumns(rows: readonly string[][]): TierLists | null {
  const width = Math.max(...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, index) =>
    rows.map((cells) => cells[index] ?? '').filter(isName),
  )
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

/** "T3", "12th": no name has a digit. */
function isPosition(cell: string): boolean {
  return /^(?:T\d+|\d+\p{L}*)$/u.test(cell)
}
