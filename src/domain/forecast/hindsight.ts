import type { CutRule } from './cut-rule.ts'
import type { EventSnapshot } from './event-state.ts'
import { advance, createForecastOf, readChances, readGolferChances } from './forecast.ts'
import { golfersMakingCut, type PastEvent, snapshotAfter } from './past-event.ts'
import { toRowCode } from './row-codes.ts'

/** The kinds of predictions. The first two are about golfers, the others about entries. */
export const predictionKinds = ['cut', 'topTen', 'topThree', 'win', 'disqualified'] as const
export type PredictionKind = (typeof predictionKinds)[number]

/** A chance that the forecast gave after a round, and what came of it. */
export type Prediction = {
  readonly kind: PredictionKind
  readonly afterRound: number
  /** From 0 to 1. */
  readonly chance: number
  readonly happened: boolean
  /** Would it have happened with the standings as they were? */
  readonly inStandings: boolean
}

/** Forecasts a past event as after one of its rounds, knowing nothing of the later ones. */
export function predictAfter(
  event: PastEvent,
  picks: Uint16Array,
  afterRound: number,
  { seed, simulations }: { seed: number; simulations: number },
): Prediction[] {
  const snapshot = snapshotAfter(event, afterRound)
  const forecast = createForecastOf(snapshot, picks, seed)
  advance(forecast, simulations)
  const golfers = readGolferChances(forecast)
  const rows = readChances(forecast)
  const final = toResults(snapshotAfter(event, event.rounds))
  const now = toResults(snapshot)
  const finalRows = toRowPlaces(picks, final)
  const nowRows = toRowPlaces(picks, now)
  const predictions: Prediction[] = []
  const add = (kind: PredictionKind, chance: number | undefined, happened: boolean, inStandings: boolean) =>
    predictions.push({ kind, afterRound, chance: chance ?? 0, happened, inStandings })
  const { cut } = snapshot
  const made = cut === null ? null : golfersMakingCut(event, cut)
  snapshot.golfers.forEach(({ isOut }, index) => {
    if (isOut) return
    if (made !== null) add('cut', golfers.playsOn[index], made[index] === true, now.scores[index] !== out)
    add('topTen', golfers.topTen[index], isWithin(final.places[index], 10), isWithin(now.places[index], 10))
  })
  finalRows.forEach((place, row) => {
    const current = nowRows[row] ?? null
    add('topThree', rows.topThree[row], isWithin(place, 3), isWithin(current, 3))
    add('win', rows.win[row], isWithin(place, 1), isWithin(current, 1))
    add('disqualified', rows.disqualified[row], place === null, current === null)
  })
  return predictions
}

const out = 1_000_000

type Results = { readonly scores: Int32Array; readonly places: (number | null)[] }

/** The results if play ended now: the cut is made where it is still to come. */
function toResults({ golfers, cut }: EventSnapshot): Results {
  const line = findLine(
    golfers.flatMap(({ isOut, toPar }) => (isOut ? [] : [toPar])),
    cut,
  )
  const scores = Int32Array.from(golfers, ({ isOut, toPar }) => (isOut || toPar > line ? out : toPar))
  const sorted = scores.toSorted()
  return { scores, places: Array.from(scores, (score) => (score === out ? null : sorted.indexOf(score) + 1)) }
}

function findLine(scores: number[], cut: CutRule | null): number {
  if (cut === null || scores.length === 0) return out
  const sorted = scores.sort((a, b) => a - b)
  const line = sorted[Math.min(cut.top, sorted.length) - 1] ?? out
  return cut.within === null ? line : Math.max(line, (sorted[0] ?? 0) + cut.within)
}

/** The place of each row; null for a disqualified one (docs/rules.md, 4.3 and 4.5). */
function toRowPlaces(picks: Uint16Array, { scores }: Results): (number | null)[] {
  const codes = Int32Array.from({ length: picks.length / 4 }, (_, row) => toRowCode(picks, row, scores))
  const sorted = codes.toSorted()
  return Array.from(codes, (code) => (code > out / 2 ? null : sorted.indexOf(code) + 1))
}

function isWithin(place: number | null | undefined, last: number): boolean {
  return typeof place === 'number' && place <= last
}
