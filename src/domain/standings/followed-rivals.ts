import { lineOfRow, rowsOfEntry, type Standing, type Standings, standingAt } from './standings.ts'

/** The highest entry of each of these users, in the order of the standings; none while picks are hidden. */
export function listBestEntries(standings: Standings, userIds: ReadonlySet<number>): Standing[] {
  return standings.pool.entries
    .flatMap(({ userId }, index) => {
      const rows = userIds.has(userId) ? rowsOfEntry(standings.pool, index) : []
      return rows.length > 0 ? [Math.min(...rows.map((row) => lineOfRow(standings, row)))] : []
    })
    .toSorted((a, b) => a - b)
    .map((line) => standingAt(standings, line))
}

/** "3 behind Ann", "2 ahead of Ann" or "level with Ann": the nearest rival, and of two the higher; null without one. */
export function toRivalGapText({ relativeScore }: Standing, rivals: readonly Standing[]): string | null {
  const [nearest] = rivals
    .flatMap((rival) => {
      if (relativeScore === null || rival.relativeScore === null) return []
      return [{ name: rival.userName, behind: relativeScore - rival.relativeScore }]
    })
    .toSorted((a, b) => Math.abs(a.behind) - Math.abs(b.behind))
  if (nearest === undefined) return null
  const { name, behind } = nearest
  if (behind === 0) return `level with ${name}`
  return behind > 0 ? `${behind} behind ${name}` : `${-behind} ahead of ${name}`
}
