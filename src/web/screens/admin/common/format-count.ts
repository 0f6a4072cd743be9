/** "1 entry", "1,204 entries", "no entries". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  if (count === 0) return `no ${many}`
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
