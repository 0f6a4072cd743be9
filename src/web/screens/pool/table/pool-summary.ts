import type { Pool } from '#domain/pool.ts'

/** "180 players, 540 entries", or "12 players so far" while entries are open. */
export function toPoolSummary({ entries, size }: Pool, isOpenForEntries: boolean): string {
  const players = entries.length === 1 ? '1 player' : `${entries.length.toLocaleString()} players`
  return isOpenForEntries ? `${players} so far` : `${players}, ${size.toLocaleString()} entries`
}
