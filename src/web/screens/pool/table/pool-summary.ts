import type { Pool } from '#domain/pool.ts'

/** How large the pool is: "180 players, 540 entries"; before the start how many have entered so far. */
export function toPoolSummary({ entries, size }: Pool, isOpenForEntries: boolean): string {
  const players = entries.length === 1 ? '1 player' : `${entries.length.toLocaleString()} players`
  return isOpenForEntries ? `${players} so far` : `${players}, ${size.toLocaleString()} entries`
}
