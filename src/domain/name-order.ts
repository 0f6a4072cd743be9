/**
 * The order of names, the same in every browser and on the server. `localeCompare` and `Intl.Collator` follow the
 * reader's language and the engine's own tables, so two viewers could see tied entries in different orders, and the
 * server could close a tournament in a third. Here a name is compared without case and accents (Unicode's
 * compatibility decomposition, combining marks U+0300 to U+036F left out, lower case: all three fixed by the
 * standard), by UTF-16 code units; names that are equal so far are compared as they are written.
 */
export function compareNames(a: string, b: string): number {
  return compareText(toNameKey(a), toNameKey(b)) || compareText(a, b)
}

/** The items in the order of their names, then of their ids. Each name's key is made once, not at each comparison. */
export function sortByName<T extends { readonly id: number; readonly name: string }>(
  items: readonly T[],
): T[] {
  return items
    .map((item) => ({ item, key: toNameKey(item.name) }))
    .sort(
      (a, b) => compareText(a.key, b.key) || compareText(a.item.name, b.item.name) || a.item.id - b.item.id,
    )
    .map(({ item }) => item)
}

function toNameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
