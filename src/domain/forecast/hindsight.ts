import type { EventSnapshot } from './event-state.ts'
import { advance, createForecastOf, readChances, readGolferChances } from './forecast.ts'
import { golfersMakingCut, type PastEvent, snapshotAfter } from './past-event.ts'

/** The kinds of predictions. The first two are about golfers, the others about entries. */
export const predictionKinds = ['cut', 'topTen', 'topThree', 'win', 'disqualified'] as const
export type PredictionKind = (typeof predictionKinds)[number]

/** A chance that the forecast gave after a round, and what came of it. */
export type Prediction = {
  readonly kind: PredictionKind
  readonly afterRound: number
  /** A share from 0 to 1. */
  readonly chance: number
  readonly happened: boolean
  /** Whether it would have happened with the standings as they were. */
  readonly inStandings: boolean
}

type Size = { readonly seed: number; readonly simulations: number }

/** Forecasts a past event as after one of its rounds, knowing nothing of the later ones. */
export function predictAfter(event: PastEvent, picks: Uint16Array, afterRound: number, size: Size): Prediction[] {
  const snapshot = snapshotAfter(event, afterRound)
  const predicted = forecast(snapshot, picks, size)
  const final = toResults(snapshotAfter(event, event.rounds), picks)
  const now = toResults(snapshot, picks)
  const predictions: Prediction[] = []
  const add = (kind: PredictionKind, index: number, happened = final[kind][index] === 1) => {
    const [chance = 0, inStandings = 0] = [predicted[kind][index], now[kind][index]]
    predictions.push({ kind, afterRound, chance, happened, inStandings: inStandings === 1 })
  }
  const { cut } = snapshot
  const made = cut === null ? null : golfersMakingCut(event, cut)
  snapshot.golfers.forEach(({ isOut }, golfer) => {
    if (isOut) return
    if (made !== null) add('cut', golfer, made[golfer] === true)
    add('topTen', golfer)
  })
  for (let row = 0; row * 4 < picks.length; row += 1) {
    add('topThree', row)
    add('win', row)
    add('disqualified', row)
  }
  return predictions
}

type Figures = Readonly<Record<PredictionKind, Float64Array>>

function forecast(event: EventSnapshot, picks: Uint16Array, { seed, simulations }: Size): Figures {
  const forecast = createForecastOf(event, picks, seed)
  advance(forecast, simulations)
  const { playsOn: cut, topTen } = readGolferChances(forecast)
  const { topThree, win, disqualified } = readChances(forecast)
  return { cut, topTen, topThree, win, disqualified }
}

/** The results if play ended now, as chances of 0 and 1: the cut is made where it is still to come. */
function toResults(event: EventSnapshot, picks: Uint16Array): Figures {
  return forecast({ ...event, completed: true }, picks, { seed: 0, simulations: 1 })
}
