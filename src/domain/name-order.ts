import { foldAccents } from './names.ts'

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

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
