/** "1 entry", "1,204 entries", "no entries". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  if (count === 0) return `no ${plural}`
  return `${count.toLocaleString()} ${count === 1 ? singular : plural}`
}
