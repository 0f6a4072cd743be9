/** Names of golfers and people: shortened for narrow columns, and in their order. */

/** Suffixes that are not a surname by themselves. Matching excludes "V": alone it is more likely an initial. */
export const nameSuffixes: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])

/** First word of a surname of several words: "van der Walt", "Van Pelt", "de Chassart". */
const particle = /^(?:van|von|vom|der|den|de|del|della|di|da|dos|du|la|le|af|av|ter|ten|zu|bin|mac|st\.?)$/i

/**
 * A golfer's name for narrow columns, shortened as the feed does it (docs/rules.md, 3.1): "Viktor Hovland" is "V.
 * Hovland", "Min Woo Lee" is "M. Lee", "J.T. Poston" stays. A single word stays as it is.
 */
export function toShortName(fullName: string): string {
  const words = fullName.replace(/,/g, ' ').split(/\s+/).filter(Boolean)
  const [first, ...others] = words
  if (first === undefined || others.length === 0) return fullName
  return [toInitial(first), ...others.slice(findSurnameIndex(others))].join(' ')
}

/** The index of the surname's first word: its particle, else the last word that is not a suffix. */
function findSurnameIndex(words: readonly string[]): number {
  const start = words.findIndex((word) => particle.test(word))
  return Math.max(0, start === -1 ? words.findLastIndex((word) => !isSuffix(word)) : start)
}

function isSuffix(word: string): boolean {
  const suffix = word.toLowerCase().replace(/\.$/, '')
  return nameSuffixes.has(suffix) || suffix === 'v'
}

/** Golfers who go by their initials keep them: "J.T.", "MJ". */
function toInitial(first: string): string {
  if (/^(?:\p{Lu}\.?-?)+$/u.test(first)) return first
  return `${Array.from(first)[0]?.toUpperCase()}.`
}

/**
 * The text in lower case without accents. The Unicode standard fixes all three steps (compatibility decomposition,
 * removal of U+0300 to U+036F, lower case), so every browser and the server agree.
 */
export function foldAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/**
 * Compares two names without case and accents, then as written (docs/rules.md, 4.6): below 0 when `a` comes first.
 * Not `localeCompare` or `Intl.Collator`: they follow the reader's language and the engine's own tables, so two
 * viewers could see tied entries in different orders, and the server could end a tournament in a third.
 */
export function compareNames(a: string, b: string): number {
  return compareText(foldAccents(a), foldAccents(b)) || compareText(a, b)
}

/** The items by name, then by id. Each name is folded once rather than at every comparison. */
export function sortByName<T extends { readonly id: number; readonly name: string }>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: foldAccents(item.name) }))
    .sort((a, b) => compareText(a.key, b.key) || compareText(a.item.name, b.item.name) || a.item.id - b.item.id)
    .map(({ item }) => item)
}

/** Compares texts by their UTF-16 code units, the same in every browser and on the server. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
