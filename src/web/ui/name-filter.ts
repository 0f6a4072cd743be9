import { foldName, foldWords } from '#domain/names/folded-names.ts'

/** The items whose name contains every word of the query; null for an empty query. */
export function filterByName<T>(items: readonly T[], query: string, nameOf: (item: T) => string): T[] | null {
  const words = foldWords(query)
  if (words.length === 0) return null
  return items.filter((item) => {
    const name = foldName(nameOf(item))
    return words.every((word) => name.includes(word))
  })
}
