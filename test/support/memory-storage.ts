/** A browser's storage, for at most `maxItems`. */
export function createMemoryStorage(
  entries: Readonly<Record<string, string>> = {},
  { maxItems = Number.POSITIVE_INFINITY }: { maxItems?: number } = {},
): Storage {
  const items = new Map(Object.entries(entries))
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (items.size >= maxItems) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key) => items.delete(key),
    clear: () => items.clear(),
  }
}
