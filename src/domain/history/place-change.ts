import { type Pool, picksPerRow } from '#domain/entries/pool.ts'
import type { Golfer } from '#domain/field/field.ts'
import { placeOfRow, type Standings } from '#domain/standings/standings.ts'

/** The effect of one golfer's new score on the place of an entry. */
export type PlacePart = {
  readonly before: Golfer
  readonly now: Golfer
  /** The entry has picked the golfer; otherwise only others have. */
  readonly isOwn: boolean
  /** Places gained, negative for lost ones; never 0. */
  readonly gained: number
}

/** How the place of an entry has changed. */
export type PlaceChange = {
  /** Null while it is disqualified. */
  readonly before: number | null
  readonly now: number | null
  /** Places gained, negative for lost ones: the sum of the parts. */
  readonly gained: number
  /** The largest first. */
  readonly parts: readonly PlacePart[]
}

/** The score of a golfer or a row that is out: more than any other. */
export const out = 10_000

/**
 * Takes the changes of place between two standings of one pool apart by golfer (docs/rules.md, 7.11). Returns the change
 * of a row; what all rows share is computed once.
 *
 * The golfers' new scores are applied one golfer after another: first the row's own golfers by tier, then all others in
 * the order of the pool. A golfer's part is the number of places that the row gains at that step. So the parts add up to
 * the whole, and a golfer whose score is the same has none. A row without a place counts as one place behind the last of
 * all rows, whatever the others do.
 */
export function createPlaceChanges(before: Standings, now: Standings): (row: number) => PlaceChange {
  const { pool } = now
  if (before.pool !== pool) throw new Error('A change of place is between two standings of one pool.')
  const golfersBefore = Int32Array.from(before.golfers, toGolferScore)
  const rowsBefore = Int32Array.from({ length: pool.size }, (_, row) => toRowScore(pool, golfersBefore, row))
  const changed = now.golfers.flatMap((golfer, player) => {
    const earlier = before.golfers[player]
    if (earlier === undefined || toGolferScore(earlier) === toGolferScore(golfer)) return []
    return [{ player, before: earlier, now: golfer, pickers: [] as number[] }]
  })
  const byPlayer = new Map(changed.map((golfer) => [golfer.player, golfer]))
  for (const [pick, player] of pool.picks.entries()) byPlayer.get(player)?.pickers.push(Math.floor(pick / picksPerRow))

  return (row) => {
    const golfers = golfersBefore.slice()
    const rows = rowsBefore.slice()
    const picks = pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow)
    const own = [...picks].flatMap((pick) => byPlayer.get(pick) ?? [])
    const parts: PlacePart[] = []
    let place = findPlace(rows, row)
    for (const golfer of new Set([...own, ...changed])) {
      const isOwn = own.includes(golfer)
      const score = rows[row] ?? out
      let passed = 0
      golfers[golfer.player] = toGolferScore(golfer.now)
      for (const picker of golfer.pickers) {
        passed -= Number((rows[picker] ?? out) < score)
        rows[picker] = toRowScore(pool, golfers, picker)
        passed += Number((rows[picker] ?? out) < score)
      }
      const next = isOwn ? findPlace(rows, row) : place + (score === out ? 0 : passed)
      if (next !== place) parts.push({ before: golfer.before, now: golfer.now, isOwn, gained: place - next })
      place = next
    }
    return {
      before: placeOfRow(before, row),
      now: placeOfRow(now, row),
      gained: sumGained(parts),
      parts: parts.sort((a, b) => Math.abs(b.gained) - Math.abs(a.gained)),
    }
  }
}

/** The places that several golfers have gained for an entry together; negative for lost ones. */
export function sumGained(parts: readonly Pick<PlacePart, 'gained'>[]): number {
  return parts.reduce((sum, { gained }) => sum + gained, 0)
}

/** A golfer's score to par, or `out`. */
export function toGolferScore({ isDNF, relativeScore }: Golfer): number {
  return isDNF ? out : relativeScore
}

/** The sum without the worst golfer; a second one who is out puts the row out. The casts are those of `rankRows`. */
export function toRowScore({ picks }: Pool, golfers: Int32Array, row: number): number {
  const pick = row * picksPerRow
  const a = golfers[picks[pick] as number] as number
  const b = golfers[picks[pick + 1] as number] as number
  const c = golfers[picks[pick + 2] as number] as number
  const d = golfers[picks[pick + 3] as number] as number
  const counted = a + b + c + d - Math.max(a, b, c, d)
  return counted > out / 2 ? out : counted
}

/** Those of the rows that share the best score; none if all are out. */
export function listFirstRows(pool: Pool, golfers: Int32Array, rows: Iterable<number>): number[] {
  let best = out - 1
  let first: number[] = []
  for (const row of rows) {
    const score = toRowScore(pool, golfers, row)
    if (score > best) continue
    if (score < best) first = []
    best = score
    first.push(row)
  }
  return first
}

function findPlace(rows: Int32Array, row: number): number {
  const own = rows[row] ?? out
  return own === out ? rows.length + 1 : rows.reduce((place, score) => place + Number(score < own), 1)
}
