import { foldName, foldWords } from '#domain/names/folded-names.ts'
import { filterByName } from '#web/ui/name-filter.ts'

/** The items whose name matches. Names in which all words of the query begin a word come first; otherwise the order stays. */
export function searchNames<T extends { readonly name: string }>(items: readonly T[], query: string): T[] {
  const words = foldWords(query)
  const isPrefixMatch = ({ name }: T) => words.every((word) => ` ${foldName(name)}`.includes(` ${word}`))
  const matches = filterByName(items, query, ({ name }) => name) ?? items
  return [...matches.filter(isPrefixMatch), ...matches.filter((match) => !isPrefixMatch(match))]
}
