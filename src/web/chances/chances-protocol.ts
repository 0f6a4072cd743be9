import type { ForecastField, RankedPlayer } from '#domain/forecast/field-snapshot.ts'
import type { Chances } from '#domain/forecast/forecast.ts'
import type { PastEvent } from '#domain/forecast/past-event.ts'
import type { PossiblePlaces } from '#domain/forecast/possible-places.ts'
import type { Rooting } from '#domain/forecast/rooting.ts'
import type { ProgressPoint, ProgressWish } from '#domain/history/progress.ts'
import type { Reliability } from './reliability.ts'

/** A message from the page to the worker. Answers come in any order; each says what it is about. */
export type ChancesRequest =
  /** The pool that all later messages are about. */
  | {
      readonly kind: 'pool'
      readonly tournamentId: number
      readonly players: readonly RankedPlayer[]
      readonly picks: Uint16Array
    }
  /** A new leaderboard, which ends all work on the one before. */
  | { readonly kind: 'field'; readonly version: number; readonly timeStamp: string; readonly field: ForecastField }
  /** Final results that somebody has set, by index in the golfers; ends all work on those before. */
  | { readonly kind: 'scenario'; readonly scenario: ReadonlyArray<readonly [number, number | 'out']> }
  /** Whether to compute: not while nobody looks. */
  | { readonly kind: 'watch'; readonly isWatched: boolean; readonly withRoundStart: boolean }
  /** The rows whose places that can still be reached are shown, and the row whose rooting figures are. */
  | { readonly kind: 'entries'; readonly rows: readonly number[]; readonly rooting: number | null }
  /** A chart up to the leaderboard; null: none is shown. */
  | { readonly kind: 'progress'; readonly wish: ProgressWish | null }
  /** Asks how the chances of a past tournament would have come true. Answered when there is no other work. */
  | { readonly kind: 'past'; readonly tournamentId: number; readonly event: PastEvent; readonly picks: Uint16Array }

/** Identifies the leaderboard and scenario that figures were computed from. */
export type FiguresKey = { readonly tournamentId: number; readonly version: number; readonly scenario: string }

/** A message from the worker to the page. */
export type ChancesResponse =
  | { readonly kind: 'figures'; readonly key: FiguresKey; readonly chances: Chances; readonly isRefined: boolean }
  /** The figures when the current round began. */
  | { readonly kind: 'round-start'; readonly chances: Chances }
  /** The places that can still be reached, by row: of the wanted rows, or of all rows. */
  | { readonly kind: 'possible'; readonly key: FiguresKey; readonly places: ReadonlyMap<number, PossiblePlaces> }
  | { readonly kind: 'rooting'; readonly key: FiguresKey; readonly rooting: Rooting }
  | { readonly kind: 'progress'; readonly rows: readonly number[]; readonly points: readonly ProgressPoint[] }
  | { readonly kind: 'past'; readonly tournamentId: number; readonly reliability: Reliability }
  | { readonly kind: 'failed'; readonly message: string }

/** Identifies a scenario. */
export function toScenarioKey(scenario: ReadonlyArray<readonly [number, number | 'out']>): string {
  return scenario.map(([player, result]) => `${player}:${result}`).join()
}
