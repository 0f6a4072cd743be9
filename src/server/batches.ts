/** The items in groups of at most `size`: databases limit the values of a statement, and long work must pause. */
export function* toBatches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Rows by ascending id, in batches of `size`. `readAfter` reads the next ones, with ids above `lastId`. */
export async function* readInBatches<Row extends { id: number }>(
  size: number,
  readAfter: (lastId: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let lastId = 0; ; ) {
    const rows = await readAfter(lastId)
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < size) return
    lastId = last.id
  }
}

/** The items of all batches. */
export async function collect<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = []
  for await (const batch of batches) items.push(...batch)
  return items
}
