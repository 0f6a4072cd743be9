/** Places up to this one have a bucket each. */
const exactPlaces = 24
const bucketCount = 64

/**
 * Places gathered in at most 64 buckets, so that a count of every row's places stays small: 128 bytes a row. The first
 * 24 places have a bucket each, later buckets grow by a constant factor, and the last is "disqualified".
 */
export type PlaceBuckets = ReturnType<typeof createPlaceBuckets>

/** The buckets for a pool of so many rows. */
export function createPlaceBuckets(rows: number) {
  const firstPlaces: number[] = []
  let place = 1
  for (let left = bucketCount - 1; place <= rows && left > 0; left -= 1) {
    firstPlaces.push(place)
    place = place < exactPlaces ? place + 1 : nextFirst(place, rows, left)
  }
  const disqualified = firstPlaces.length
  firstPlaces.push(rows + 1)
  const ofRowsBelow = new Uint8Array(rows + 1)
  firstPlaces.forEach((first, bucket) => {
    ofRowsBelow.fill(bucket, first - 1)
  })
  return {
    count: disqualified + 1,
    /** The first place of each bucket, from 1; one more than the last place at the end. */
    firstPlaces: Int32Array.from(firstPlaces),
    /** The bucket of a row by the number of rows with a lower code, which for a disqualified row is that of all rows. */
    ofRowsBelow,
    disqualified,
  }
}

/** The first place of the next bucket: so wide that the buckets left reach the last place in equal ratios. */
function nextFirst(place: number, rows: number, left: number): number {
  let next = place + 1
  while (next <= rows && !reaches(place, next, rows, left)) next += 1
  return next
}

/** Is (next / place) ** left at least rows / place? By multiplication, which is the same in every engine. */
function reaches(place: number, next: number, rows: number, left: number): boolean {
  let reached = place
  for (let step = 0; step < left && reached <= rows; step += 1) reached = (reached * next) / place
  return reached > rows
}

/**
 * The place below which a share of a row's simulations lies, disqualified ones last; 0 for "disqualified". `counts`
 * holds the row's buckets from `from`. Places within a bucket are taken as equally likely.
 */
export function findPlace(
  buckets: PlaceBuckets,
  counts: Uint16Array | Uint32Array,
  from: number,
  rank: number,
): number {
  let seen = 0
  for (let bucket = 0; bucket < buckets.disqualified; bucket += 1) {
    const inside = counts[from + bucket] as number
    if (seen + inside >= rank && inside > 0) {
      const first = buckets.firstPlaces[bucket] as number
      const width = (buckets.firstPlaces[bucket + 1] as number) - first
      return first + Math.floor(((rank - seen - 1) * width) / inside)
    }
    seen += inside
  }
  return 0
}

/** How many rows were ahead of each row in simulations that gave it a place; `most` is -1 where none did. */
type RowsAhead = { readonly fewest: Int32Array; readonly most: Int32Array }

/**
 * A place that was found in a bucket, moved between the best and the worst that the row had in a simulation: other places of
 * the bucket may be impossible for it. 0, which is "disqualified", stays.
 */
export function toPossible({ fewest, most }: RowsAhead, row: number, place: number): number {
  const last = (most[row] as number) + 1
  if (place === 0 || last === 0) return place
  return Math.min(Math.max(place, (fewest[row] as number) + 1), last)
}
