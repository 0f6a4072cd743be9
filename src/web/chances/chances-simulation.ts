import { advance, createForecast, type ForecastInput, readChances } from '#domain/forecast/forecast.ts'

/** The first figures, and the final ones. */
export const simulationSteps = { first: 250, refined: 4000 } as const

/** Simulations of rows in one go, between which newer messages are read: a few milliseconds. First figures are urgent. */
const rowsPerSlice = { first: 750_000, refined: 300_000 } as const
const fewestPerSlice = 10

export type ChancesSimulation = ReturnType<typeof createChancesSimulation>

/** The figures of one leaderboard in short slices. */
export function createChancesSimulation(input: ForecastInput) {
  const forecast = createForecast(input)
  const hasFirst = () => forecast.simulations >= simulationSteps.first

  return {
    /** Advances by a slice. */
    run(): void {
      const kind = hasFirst() ? 'refined' : 'first'
      const step = Math.max(fewestPerSlice, Math.floor(rowsPerSlice[kind] / Math.max(1, forecast.rows)))
      advance(forecast, Math.min(simulationSteps[kind], forecast.simulations + step))
    },
    hasFirst,
    isRefined: () => forecast.simulations === simulationSteps.refined,
    read: () => readChances(forecast),
  }
}
