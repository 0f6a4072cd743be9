import type { RowKey } from '#web/board/board-order.ts'

/**
 * The DOM order of rows when other rows are wanted. Rows that stay keep their order, because moving an element costs as
 * much as creating one, and a row's position does not depend on it. New rows follow the row before them.
 */
export function keepSequence(before: readonly RowKey[], wanted: readonly RowKey[]): RowKey[] {
  const isWanted = new Set(wanted)
  const sequence = before.filter((key) => isWanted.has(key))
  const isPresent = new Set(sequence)
  wanted.forEach((key, index) => {
    if (isPresent.has(key)) return
    const last = wanted[index - 1]
    sequence.splice(last === undefined ? 0 : sequence.indexOf(last) + 1, 0, key)
  })
  return sequence
}

/** A row that is out of place, and the sequence with this row in its place. */
type Settled = { readonly key: RowKey; readonly settled: readonly RowKey[] }

/** One row more in its place, and never the `fixed` one. Null if the sequence is as wanted. Moves as few rows as possible. */
export function settleOne(
  sequence: readonly RowKey[],
  wanted: readonly RowKey[],
  fixed?: RowKey | undefined,
): Settled | null {
  if (sequence.every((key, index) => key === wanted[index])) return null
  const inPlace = findInPlace(sequence, wanted, fixed)
  const index = wanted.findIndex((key) => !inPlace.has(key))
  const key = wanted[index] as RowKey
  const others = sequence.filter((each) => each !== key)
  const last = wanted[index - 1]
  return { key, settled: others.toSpliced(last === undefined ? 0 : others.indexOf(last) + 1, 0, key) }
}

/** The most rows that are in the wanted order among themselves, with the `fixed` one. */
function findInPlace(
  sequence: readonly RowKey[],
  wanted: readonly RowKey[],
  fixed: RowKey | undefined,
): ReadonlySet<RowKey> {
  const placeOf = new Map(wanted.map((key, place) => [key, place]))
  const places = sequence.map((key) => placeOf.get(key) ?? -1)
  const fixedAt = fixed === undefined ? -1 : sequence.indexOf(fixed)
  const fixedPlace = places[fixedAt] ?? 0
  const candidates = places.filter(
    (place, at) => fixedAt < 0 || Math.sign(at - fixedAt) === Math.sign(place - fixedPlace),
  )
  // The longest increasing run that ends with each candidate.
  const runs: (readonly number[])[] = []
  for (const place of candidates) {
    const before = runs.filter((run) => (run.at(-1) ?? -1) < place)
    runs.push([...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), place])
  }
  const [longest = []] = runs.toSorted((a, b) => b.length - a.length)
  return new Set(longest.map((place) => wanted[place] as RowKey))
}
