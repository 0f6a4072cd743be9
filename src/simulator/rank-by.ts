/** The place of each item, lower keys first. Equal keys share a place, and the places after it are skipped. */
export function rankBy<T>(items: readonly T[], key: (item: T) => number): Map<T, number> {
  const keyed = items.map((item) => ({ item, key: key(item) })).sort((a, b) => a.key - b.key)
  const positions = new Map<T, number>()
  let position = 0
  keyed.forEach((entry, index) => {
    if (index === 0 || entry.key !== keyed[index - 1]?.key) position = index + 1
    positions.set(entry.item, position)
  })
  return positions
}
