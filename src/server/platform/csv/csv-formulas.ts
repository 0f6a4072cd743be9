/**
 * Where a spreadsheet would begin a formula: at the start of a cell, or within it where some programs begin another cell or
 * row, whatever the quotes of the file say. They ignore spaces, quotes and the apostrophes that have been added before.
 */
const cellStart = String.raw`(?<=^|[;\t\r\n])`
const formulaStart = String.raw`(?='*[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`
/** These are removed from the start of a cell, so that what follows begins it. */
const blankStart = String.raw`(?='*[\t\r])`

const unescaped = new RegExp(`${cellStart}${formulaStart}|^${blankStart}`, 'g')
const escaped = new RegExp(`${cellStart}'${formulaStart}|^'${blankStart}`, 'g')

/** Prefixes what a spreadsheet would treat as a formula with an apostrophe, which shows it as text. */
export function escapeFormulas(text: string): string {
  return text.replace(unescaped, "'")
}

/** The text before `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  return text.replace(escaped, '')
}
