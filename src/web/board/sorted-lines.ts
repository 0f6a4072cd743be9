/** The lines from 0 up, sorted by the first of their keys that differ. Equal lines keep their sequence. */
export function listSortedLines(size: number, keys: readonly ((line: number) => number)[]): Uint32Array {
  const columns = keys.map((keyOf) => Float64Array.from({ length: size }, (_, line) => keyOf(line)))
  return Uint32Array.from({ length: size }, (_, line) => line).sort((a, b) => {
    for (const column of columns) {
      const [keyA = 0, keyB = 0] = [column[a], column[b]]
      if (keyA !== keyB) return keyA < keyB ? -1 : 1
    }
    return a - b
  })
}
