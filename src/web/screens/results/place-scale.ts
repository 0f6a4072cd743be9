import type { UserResults } from '#contract/results-contract.ts'

/** The position of a place in the chart: fractions of its width from the left and of its height from the top. */
type Point = { readonly x: number; readonly y: number }

export type PlaceChart = {
  /** One for each tournament in which the user has a place, the earliest first. */
  readonly tournaments: readonly {
    readonly id: number
    readonly name: string
    readonly start: string
    readonly best: Point & { readonly place: number }
    /** The places of the user's other entries. */
    readonly others: readonly Point[]
  }[]
  /** Places with a line across the chart. */
  readonly lines: readonly { readonly place: number; readonly y: number }[]
}

const marks = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000]

/**
 * Null for fewer than two tournaments with places. The scale is logarithmic: 1st to 3rd matters more than 81st to 83rd.
 */
export function toPlaceChart(results: UserResults['results']): PlaceChart | null {
  const played = results
    .map(({ tournament, places }) => ({ tournament, places: places.filter((place) => place !== null) }))
    .filter(({ places }) => places.length > 0)
    .toReversed()
  if (played.length < 2) return null
  const worst = Math.max(3, ...played.flatMap(({ places }) => places))
  const toY = (place: number) => Math.log(place) / Math.log(worst)
  return {
    tournaments: played.map(({ tournament, places }, index) => {
      const x = index / (played.length - 1)
      const [best = 1, ...others] = places.toSorted((a, b) => a - b)
      return {
        ...tournament,
        best: { place: best, x, y: toY(best) },
        others: others.map((place) => ({ x, y: toY(place) })),
      }
    }),
    lines: marks.filter((place) => place <= worst).map((place) => ({ place, y: toY(place) })),
  }
}
