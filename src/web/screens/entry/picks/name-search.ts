import { foldName, foldWords } from '#domain/names/folded-names.ts'

/**
 * The items whose name has every word of the query, ignoring case, accents and punctuation. Names in which all words of the
 * query begin a word come first; otherwise the order stays.
 */
export function searchNames<T extends { readonly name: string }>(items: readonly T[], query: string): T[] {
  const words = foldWords(query)
  const matches = items
    .map((item) => ({ item, name: foldName(item.name) }))
    .filter(({ name }) => words.every((word) => name.includes(word)))
  const isPrefixMatch = ({ name }: { name: string }) => words.every((word) => ` ${name}`.includes(` ${word}`))
  return [...matches.filter(isPrefixMatch), ...matches.filter((match) => !isPrefixMatch(match))].map(({ item }) => item)
}
