export type RowKey = string | number

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

/**
 * One row more in its place, from the end on: React moves an element for each row that it finds before one that it used to
 * follow. Null if the sequence is as wanted.
 */
export function settleOne(sequence: readonly RowKey[], wanted: readonly RowKey[]): Settled | null {
  for (let index = wanted.length - 1; index >= 0; index -= 1) {
    const key = wanted[index] as RowKey
    if (sequence[index] === key) continue
    const others = sequence.filter((each) => each !== key)
    return { key, settled: others.toSpliced(index, 0, key) }
  }
  return null
}
