/** The locale of every number, list and time in a text. Times are in `web/time/time-text.ts` and `server/platform/text/time-format.ts`. */
export const textLocale = 'en-US'

const numberFormat = new Intl.NumberFormat(textLocale)
const listFormat = new Intl.ListFormat(textLocale)
const choiceFormat = new Intl.ListFormat(textLocale, { type: 'disjunction' })

/** "1,204" */
export function formatNumber(value: number): string {
  return numberFormat.format(value)
}

/** "1 entry", "1,204 entries". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}

/** "A", "A and B", "A, B, and C"; with `more` that are not named, "A, B, and 3 more". */
export function formatList(items: readonly string[], more = 0): string {
  return listFormat.format(more > 0 ? [...items, `${formatNumber(more)} more`] : items)
}

/** "A", "A or B", "A, B, or C". */
export function formatChoice(items: readonly string[]): string {
  return choiceFormat.format(items)
}

/** "1st", "22nd", "113th", "1,512th". */
export function toOrdinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${formatNumber(place)}${suffix}`
}

/** At most so many characters, with an ellipsis if some are left out. Never splits a character. */
export function truncate(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}
