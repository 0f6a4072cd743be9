import { type Pool, picksPerRow } from '../entries/pool.ts'
import type { Golfer } from '../field/field.ts'
import { placeOfRow, type Standings } from '../standings/standings.ts'

/** What the new score of one golfer has done to the place of an entry. */
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
const out = 10_000

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
  const steps = listSteps(before, now)

  return (row) => {
    const golfers = golfersBefore.slice()
    const rows = rowsBefore.slice()
    const picks = pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow)
    const ownSteps = [...picks].flatMap((player) => steps.get(player) ?? [])
    const parts: PlacePart[] = []
    const placeBefore = findPlace(rows, row)
    let place = placeBefore
    for (const step of new Set([...ownSteps, ...steps.values()])) {
      const isOwn = ownSteps.includes(step)
      const passed = applyStep(step)
      const next = isOwn ? findPlace(rows, row) : place + passed
      if (next !== place) parts.push({ before: step.before, now: step.now, isOwn, gained: place - next })
      place = next
    }
    return {
      before: placeOfRow(before, row),
      now: placeOfRow(now, row),
      gained: placeBefore - place,
      parts: parts.sort((a, b) => Math.abs(b.gained) - Math.abs(a.gained)),
    }

    /** Returns how many rows pass this one, provided that it has not picked the golfer. */
    function applyStep({ player, now, pickers }: Step): number {
      const own = rows[row] ?? out
      golfers[player] = toGolferScore(now)
      let passed = 0
      for (const picker of pickers) {
        const score = toRowScore(pool, golfers, picker)
        passed += Number(score < own) - Number((rows[picker] ?? out) < own)
        rows[picker] = score
      }
      return own === out ? 0 : passed
    }
  }
}

/** The new score of a golfer, and the rows that have picked the golfer. */
type Step = { player: number; before: Golfer; now: Golfer; pickers: number[] }

/** By player; none for golfers whose score is the same. */
function listSteps(before: Standings, { pool, golfers }: Standings): Map<number, Step> {
  const steps = new Map<number, Step>()
  for (const [player, now] of golfers.entries()) {
    const earlier = before.golfers[player]
    if (earlier === undefined || toGolferScore(earlier) === toGolferScore(now)) continue
    steps.set(player, { player, before: earlier, now, pickers: [] })
  }
  for (const [pick, player] of pool.picks.entries()) steps.get(player)?.pickers.push(Math.floor(pick / picksPerRow))
  return steps
}

function toGolferScore({ isDNF, relativeScore }: Golfer): number {
  return isDNF ? out : relativeScore
}

/** The sum without the worst golfer; a second one who is out puts the row out. */
function toRowScore({ picks }: Pool, golfers: Int32Array, row: number): number {
  const first = row * picksPerRow
  let [sum, worst] = [0, -out]
  for (let pick = first; pick < first + picksPerRow; pick += 1) {
    const score = golfers[picks[pick] ?? 0] ?? out
    sum += score
    worst = Math.max(worst, score)
  }
  return sum - worst > out / 2 ? out : sum - worst
}

function findPlace(rows: Int32Array, row: number): number {
  const own = rows[row] ?? out
  if (own === out) return rows.length + 1
  let ahead = 0
  for (const score of rows) ahead += Number(score < own)
  return ahead + 1
}
