import type { Pool } from '#domain/entries/pool.ts'
import { picksPerRow } from '#domain/entries/pool.ts'

/**
 * The baseline of a million rows: adds three of four numbers for each row and puts the rows in that order, over typed
 * arrays alone. It knows no golfer, total, tie, place or disqualification.
 */
export function rankBareArrays({ picks, size }: Pool, scores: Int32Array): Uint32Array {
  const lowest = scores.reduce((least, score) => Math.min(least, score), 0) * picksPerRow
  const highest = scores.reduce((most, score) => Math.max(most, score), 0) * picksPerRow
  const sums = new Int32Array(size)
  const lines = new Uint32Array(highest - lowest + 2)
  for (let row = 0, pick = 0; row < size; row += 1, pick += picksPerRow) {
    const a = scores[picks[pick] as number] as number
    const b = scores[picks[pick + 1] as number] as number
    const c = scores[picks[pick + 2] as number] as number
    const d = scores[picks[pick + 3] as number] as number
    const sum = a + b + c + d - Math.max(a, b, c, d) - lowest
    sums[row] = sum
    lines[sum + 1] = (lines[sum + 1] as number) + 1
  }
  for (let sum = 1; sum < lines.length; sum += 1) lines[sum] = (lines[sum] as number) + (lines[sum - 1] as number)
  const rowAtLine = new Uint32Array(size)
  for (let row = 0; row < size; row += 1) {
    const sum = sums[row] as number
    const line = lines[sum] as number
    lines[sum] = line + 1
    rowAtLine[line] = row
  }
  return rowAtLine
}
