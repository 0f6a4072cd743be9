import { formatNumber } from '#domain/text/format.ts'
/** The points for each place in a season (docs/rules.md, 12.2). Points are whole hundredths, so that sums are exact. */

export const pointsPresets = ['winner', 'tour', 'everyone'] as const

export type PointsPreset = (typeof pointsPresets)[number]

export type PointsRule = {
  readonly preset: PointsPreset | 'own'
  /** The points of 1st, 2nd, 3rd place and so on; only for `own`. */
  readonly table: readonly number[]
}

/** The points of the presets that are tables. `everyone` depends on the number of entries instead. */
export const presetTables = {
  winner: [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
  tour: [
    500, 300, 190, 135, 110, 100, 90, 85, 80, 75, 70, 65, 60, 57, 55, 53, 51, 49, 47, 45, 43, 41, 39, 37, 35, 33, 31,
    29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5,
  ],
} as const

export const maxTableLength = 200
const maxPoints = 100_000

/** The places of all entries of a tournament, on which the points for each place depend. */
export type PlacesTaken = {
  /** The lowest place that an entry occupies: with the places 1, T2, T2 it is 3. */
  readonly size: number
  /** The places that several entries share, with the number of entries. */
  readonly shared: readonly { readonly place: number; readonly count: number }[]
}

/** Summarises the number of entries at each place. Gaps between places, as in imported results, are allowed. */
export function toPlacesTaken(counts: readonly { readonly place: number; readonly count: number }[]): PlacesTaken {
  return {
    size: Math.max(0, ...counts.map(({ place, count }) => place + count - 1)),
    shared: counts.filter(({ count }) => count > 1).toSorted((a, b) => a.place - b.place),
  }
}

/**
 * Returns a function from place to points, in hundredths. Entries that share a place get the average of the places that
 * they occupy, rounded to a hundredth.
 */
export function createPointsOf({ preset, table }: PointsRule, { size, shared }: PlacesTaken) {
  const toPoints = createPlaceValue({ preset, table }, size)
  const averages = new Map(
    shared.map(({ place, count }) => {
      let sum = 0
      for (let occupied = place; occupied < place + count; occupied += 1) sum += toPoints(occupied)
      return [place, Math.round((sum * 100) / count)]
    }),
  )
  return (place: number) => averages.get(place) ?? toPoints(place) * 100
}

function createPlaceValue({ preset, table }: PointsRule, size: number): (place: number) => number {
  if (preset === 'everyone') return (place) => Math.max(0, size - place + 1)
  const points: readonly number[] = preset === 'own' ? table : presetTables[preset]
  return (place) => points[place - 1] ?? 0
}

/** Hundredths as text: "25", "16.5", "12.33". */
export function toPointsText(hundredths: number): string {
  return String(hundredths / 100)
}

/** The first rule that a table of points breaks, in words; undefined if it is valid. */
export function findTableError(table: readonly number[]): string | undefined {
  if (table.length === 0) return 'must have the points of at least one place'
  if (table.length > maxTableLength) return `must have at most ${maxTableLength} places`
  if (table.some((points) => !Number.isInteger(points) || points < 0 || points > maxPoints))
    return `must have whole numbers from 0 to ${formatNumber(maxPoints)}`
  const rise = table.findIndex((points, index) => index > 0 && points > (table[index - 1] ?? 0))
  if (rise > 0) return `must not give more points for place ${rise + 1} than for place ${rise}`
  return table[0] === 0 ? 'must give points for the first place' : undefined
}
