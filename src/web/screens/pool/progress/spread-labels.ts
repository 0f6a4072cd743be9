/**
 * The heights of labels that would cover each other, moved apart by at least `gap` and as little as possible. Heights are
 * from 0 to 1, and stay there.
 */
export function spreadLabels(heights: readonly number[], gap: number): number[] {
  const order = heights.map((height, label) => ({ height, label })).sort((a, b) => a.height - b.height)
  const distance = Math.min(gap, 1 / Math.max(1, order.length - 1))
  // Without the distances, the labels must not fall. Those that do are one group, in the middle of where they should be.
  const groups: { sum: number; labels: number[] }[] = []
  const middleOf = ({ sum, labels }: (typeof groups)[number]) => sum / labels.length
  for (const [rank, { height, label }] of order.entries()) {
    let group = { sum: height - rank * distance, labels: [label] }
    for (let last = groups.at(-1); last && middleOf(last) > middleOf(group); last = groups.at(-1)) {
      groups.pop()
      group = { sum: last.sum + group.sum, labels: [...last.labels, ...group.labels] }
    }
    groups.push(group)
  }
  const lowest = 1 - distance * Math.max(0, order.length - 1)
  const spread = heights.map(() => 0)
  const placed = groups.flatMap((group) =>
    group.labels.map((label) => ({ label, height: Math.min(Math.max(middleOf(group), 0), lowest) })),
  )
  for (const [rank, { label, height }] of placed.entries()) spread[label] = height + rank * distance
  return spread
}
