import type { GolferRankKind } from '#web/golfer/golfer-rank.tsx'
import type { UnavailableLabel } from '#web/golfer/unavailable-badge.tsx'

/** A golfer in the list of a tier. */
export type PickOption = {
  readonly id: number
  readonly espnId: string
  readonly name: string
  /** The number before the name. */
  readonly rank: number | null
  readonly rankKind: GolferRankKind
  readonly flag: string | null
  /** A line below the name; may be empty. */
  readonly note: string
  /** The line below the name in a look at the golfer. */
  readonly about: string
  /** The pool's last tournaments, each with the golfer's final position; null if they did not play. */
  readonly finishes: readonly (readonly [tournament: string, finish: string | null])[]
  /** Unavailable golfers come last in every list. */
  readonly unavailable: UnavailableLabel | undefined
}
