/** The items in groups of at most `size`: databases limit the values of a statement, and long work must pause. */
export function* toBatches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

type Query<Row> = { limit(size: number): { execute(): Promise<Row[]> } }

/** Rows by ascending id, in batches. `after` selects those with ids above `lastId`. */
export async function* readInBatches<Row extends { id: number }>(
  after: (lastId: number) => Query<Row>,
  size = 500,
): AsyncGenerator<Row[]> {
  for (let lastId = 0; ; ) {
    const rows = await after(lastId).limit(size).execute()
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
