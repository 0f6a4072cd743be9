/**
 * Matches the places where a spreadsheet would begin a formula: the start of a cell, and places within it where some programs
 * begin another cell or row, whatever the quotes of the file say. Spreadsheets ignore spaces, quotes and apostrophes before it.
 */
const cellStart = String.raw`(?<=^|[;\t\r\n])`
const formulaStart = String.raw`(?='*[ "]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`
/** White space that spreadsheets remove from the start of a cell, so that the next character begins the cell. */
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
