import { placesGained } from './entry-figures.ts'
import type { Standings } from './standings.ts'

/** A row of the pool that has changed its place. */
export type Mover = {
  readonly row: number
  /** Places gained, negative for lost ones. */
  readonly gained: number
}

/** The `count` rows that have moved most between two standings, climbers first. Empty if movement is unknown. */
export function findMovers(before: Standings | null, now: Standings, count: number): Mover[] {
  const movers: Mover[] = []
  if (before === null || before.pool !== now.pool) return movers
  for (let line = 0; line < now.placed; line += 1) {
    const row = now.ranking.rowAtLine[line] ?? 0
    const gained = placesGained(before, now, row) ?? 0
    const least = movers[count - 1]
    if (gained === 0 || (least !== undefined && Math.abs(gained) <= Math.abs(least.gained))) continue
    const at = movers.findIndex((mover) => Math.abs(mover.gained) < Math.abs(gained))
    movers.splice(at < 0 ? movers.length : at, 0, { row, gained })
    movers.length = Math.min(movers.length, count)
  }
  return movers.sort((a, b) => b.gained - a.gained)
}
