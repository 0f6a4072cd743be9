import { foldName, foldWords } from '#domain/names.ts'

/**
 * Those whose name has every word that was typed, without regard to case, accents and punctuation. Names in which the
 * words are beginnings come first; apart from that the order stays.
 */
export function searchNames<T extends { readonly name: string }>(items: readonly T[], query: string): T[] {
  const typed = foldWords(query)
  const found = items
    .map((item) => ({ item, name: foldName(item.name) }))
    .filter(({ name }) => typed.every((word) => name.includes(word)))
  const isBeginning = ({ name }: { name: string }) => typed.every((word) => ` ${name}`.includes(` ${word}`))
  return [...found.filter(isBeginning), ...found.filter((one) => !isBeginning(one))].map(({ item }) => item)
}
