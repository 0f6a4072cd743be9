import { advance, type Chances, createForecast, type ForecastInput, readChances } from '#domain/forecast/forecast.ts'
import {
  advanceSampled,
  createSampledPlaces,
  fullSimulations,
  mostRowsInFull,
  readSampledChances,
  type SampledPlaces,
} from '#domain/forecast/sampled-forecast.ts'

/** The first figures, and the final ones. */
export const simulationSteps = { first: 250, refined: 4000 } as const

/** Simulations of rows in one go, between which newer messages are read: a few milliseconds. First figures are urgent. */
const rowsPerSlice = { first: 750_000, refined: 300_000 } as const
const fewestPerSlice = 10

export type ChancesSimulation = ReturnType<typeof createChancesSimulation>

/** The figures of one leaderboard in short slices; in a pool of more than 30,000 rows the rivals are sampled. */
export function createChancesSimulation(input: ForecastInput) {
  const rows = input.picks.length / 4
  const isSampled = rows > mostRowsInFull
  const end = isSampled ? fullSimulations : simulationSteps.refined
  const full = createForecast(input, { limited: isSampled ? fullSimulations : 0 })
  let wanted: readonly number[] = []
  let sampled: SampledPlaces | null = null

  /** Advances by a slice. */
  function run(): void {
    const now = full.simulations
    if (now < simulationSteps.first) advance(full, Math.min(simulationSteps.first, now + toStep('first', rows)))
    else if (now < end) advance(full, Math.min(end, now + toStep('refined', rows)))
    else if (isSampled) {
      sampled ??= createSampledPlaces(full, wanted)
      const step = toStep('refined', sampled.rivals.rows.length + sampled.rows.length)
      advanceSampled(sampled, Math.min(simulationSteps.refined, sampled.simulations + step))
    }
  }

  return {
    run,
    hasFirst: () => full.simulations >= simulationSteps.first,
    isRefined: () => (isSampled ? sampled?.simulations === simulationSteps.refined : full.simulations === end),
    /** Rows that are to have the best figures; all have them unless rivals are sampled. */
    want(next: readonly number[]): void {
      const counted = new Set(sampled?.rows)
      wanted = next
      if (sampled !== null && !next.every((row) => counted.has(row))) sampled = null
    },
    read(): Chances {
      if (!isSampled) return readChances(full)
      const isCounted = sampled?.simulations === simulationSteps.refined
      return readSampledChances(full, isCounted ? sampled : null)
    },
  }
}

function toStep(kind: keyof typeof rowsPerSlice, rows: number): number {
  return Math.max(fewestPerSlice, Math.floor(rowsPerSlice[kind] / Math.max(1, rows)))
}
