import { countPicks, picksPerRow } from '#domain/entries/pool.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { listFirstRows, toGolferScore, toRowScore } from './place-change.ts'

/** One stroke makes at most a tie; with more than three, it was not close. */
const strokesTried = [2, 3] as const
/** Only rows that are so much behind the leader can pass them. */
const mostBehind = 2
/** With more such rows, the search would take too long. */
const mostRows = 10_000

/**
 * The smallest change of one golfer's score, fewer or more strokes, with which another row is alone in first place
 * (docs/rules.md, 7.12). On equal strokes it is the golfer in more entries, then the one with the lower id, and fewer before
 * more. Null if there is none, or if first place is shared. The strokes of golfers who are out never change.
 *
 * A golfer whom the leader does not have moves only the rows that have the golfer; the others stay behind the leader.
 */
export function findDecidingStroke({ pool, placed, golfers, ranking }: Standings) {
  const scores = Int32Array.from(golfers, toGolferScore)
  const lines = ranking.rowAtLine.subarray(0, placed)
  const [leader] = lines
  if (leader === undefined || listFirstRows(pool, scores, lines.subarray(0, 2)).length > 1) return null
  const most = toRowScore(pool, scores, leader) + mostBehind
  const end = lines.findIndex((row) => toRowScore(pool, scores, row) > most)
  const rows = Array.from(end < 0 ? lines : lines.subarray(0, end))
  if (rows.length > mostRows) return null
  const picksOf = (row: number) => pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow)
  const compared = new Map<number, number[]>()
  for (const row of rows.slice(1)) {
    for (const player of picksOf(row)) {
      const known = compared.get(player)
      if (known) known.push(row)
      else compared.set(player, [leader, row])
    }
  }
  for (const player of picksOf(leader)) compared.set(player, rows)
  const entries = countPicks(pool)
  const candidates = [...compared]
    .flatMap(([index, rows]) => {
      const [player, golfer] = [pool.players[index], golfers[index]]
      return player && golfer && !golfer.isDNF ? [{ index, rows, golfer, id: player.id }] : []
    })
    .sort((a, b) => (entries.get(b.golfer.espnId) ?? 0) - (entries.get(a.golfer.espnId) ?? 0) || a.id - b.id)
  for (const strokes of strokesTried) {
    for (const { index, rows, golfer } of candidates) {
      for (const change of [-strokes, strokes] as const) {
        const [row, other] = listFirstRows(pool, scores.with(index, toGolferScore(golfer) + change), rows)
        if (row !== undefined && other === undefined && row !== leader) {
          return { golfer, row, strokes, isFewer: change < 0 }
        }
      }
    }
  }
  return null
}
