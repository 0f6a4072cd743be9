import { toRoundStart } from '#domain/field/earlier-field.ts'
import { toReliability } from '#domain/forecast/calibration.ts'
import type { ForecastField } from '#domain/forecast/field-snapshot.ts'
import { type Chances, createForecast, mostForecastRows } from '#domain/forecast/forecast.ts'
import { type Prediction, predictAfter } from '#domain/forecast/hindsight.ts'
import { findLimits, findPossiblePlaces, type PossiblePlaces } from '#domain/forecast/possible-places.ts'
import { findRooting } from '#domain/forecast/rooting.ts'
import type { Scenario } from '#domain/forecast/scenario.ts'
import { measureProgress, type ProgressWish } from '#domain/history/progress.ts'
import { type ChancesRequest, type ChancesResponse, type FiguresKey, toScenarioKey } from './chances-protocol.ts'
import { type ChancesSimulation, createChancesSimulation } from './chances-simulation.ts'
import { mapPredictions } from './reliability.ts'

/** Larger pools get no check of all rows for places that cannot be reached: the work grows with the square of the rows. */
const maxCheckedRows = 4000
const checkedPerSlice = 100
/** Limits of the rooting figures: simulations, and rows in all simulations together. A simulation takes about four times as long. */
const rootingLimits = { simulations: 1000, rows: 6_000_000 } as const

/** Simulations of each round of a tournament that is over. */
const pastSimulations = 1000

type Environment = {
  readonly post: (response: ChancesResponse, transfer: Transferable[]) => void
  /** Ends the task, so that waiting messages are read. */
  readonly pause: () => Promise<void>
  /** How long a scenario has to stay as it is before its figures are refined. */
  readonly settle: () => Promise<void>
}

/** For each task, the age or key of the figures that it has computed. */
const nothingDone = { refined: -1, rows: '', rooting: '', progress: -1, all: -1, roundStart: '' }

type Pool = Extract<ChancesRequest, { kind: 'pool' }>
type Field = Extract<ChancesRequest, { kind: 'field' }>
type Past = Extract<ChancesRequest, { kind: 'past' }>
type Task = () => Promise<void>

/**
 * Computes the figures of a pool in the worker and posts them: first and refined chances, the chances when the round began, and
 * the places that can still be reached. One loop runs one task at a time. A task that a new message makes useless stops at its
 * next pause.
 */
export function createChancesRunner({ post, pause, settle }: Environment): (request: ChancesRequest) => void {
  let pool: Pool | null = null
  let field: Field | null = null
  let scenario: Scenario = new Map()
  let watch = { isWatched: false, withRoundStart: false }
  let entries: { rows: readonly number[]; rooting: number | null } = { rows: [], rooting: null }
  let progress: ProgressWish | null = null
  const pastEvents: Past[] = []
  /** Rises with every message that makes the figures old. */
  let age = 0
  let isRunning = false
  let done = { ...nothingDone }
  /** Kept until the next leaderboard: whoever looks again goes on where they were. */
  let current: { age: number; simulation: ChancesSimulation } | null = null
  /** Ends the wait for a scenario to settle. */
  let endWait = () => {}

  function receive(request: ChancesRequest): void {
    switch (request.kind) {
      case 'pool':
        pool = request
        field = null
        done = { ...nothingDone }
        age += 1
        break
      case 'field':
        field = request
        age += 1
        break
      case 'scenario':
        scenario = new Map(request.scenario)
        age += 1
        break
      case 'watch':
        watch = request
        break
      case 'entries':
        entries = request
        break
      case 'progress':
        progress = request.wish
        done.progress = -1
        break
      case 'past':
        pastEvents.push(request)
        break
    }
    endWait()
    if (!isRunning && watch.isWatched) {
      isRunning = true
      run()
        .catch((error: unknown) => post({ kind: 'failed', message: String(error) }, []))
        .finally(() => {
          isRunning = false
        })
    }
  }

  async function run(): Promise<void> {
    while (watch.isWatched) {
      const task = findTask()
      if (task === null) return
      await task()
    }
  }

  /** The most urgent task; null if everything is done. Past tournaments come last. */
  function findTask(): Task | null {
    const task = pool === null || field === null ? null : findBoardTask(pool, field)
    if (task !== null) return task
    const past = pastEvents.shift()
    return past === undefined ? null : () => lookBack(past)
  }

  function findBoardTask(pool: Pool, field: Field): Task | null {
    // A larger pool has no chances, only the few rows of a chart.
    const hasChances = countRows(pool) <= mostForecastRows
    if (hasChances && done.refined !== age) return () => simulate(pool, field)
    if (progress !== null && done.progress !== age) {
      const wish = progress
      return () => measure(pool, field, wish)
    }
    if (!hasChances) return null
    if (done.rows !== `${age} ${entries.rows}`) return () => checkRows(pool, field)
    const { rooting } = entries
    if (rooting !== null && done.rooting !== `${age} ${rooting}`) return () => computeRooting(pool, field, rooting)
    if (watch.withRoundStart && done.roundStart !== toRoundStartKey(field)) return () => simulateRoundStart(pool, field)
    if (done.all !== age && countRows(pool) <= maxCheckedRows) return () => checkAll(pool, field)
    return null
  }

  /** Whether a task that started at an age must stop: its figures are old, or nobody looks. */
  function mustStop(started: number): boolean {
    return age !== started || !watch.isWatched
  }

  async function simulate(pool: Pool, field: Field): Promise<void> {
    const key = toKey(pool, field)
    const started = age
    if (current?.age !== age) {
      const input = toInput(pool, field.field, { version: field.version, scenario })
      current = { age, simulation: createChancesSimulation(input) }
    }
    const { simulation } = current
    for (let isFirst = !simulation.hasFirst(); !simulation.isRefined(); await pause()) {
      if (mustStop(started)) return
      simulation.run()
      if (isFirst && simulation.hasFirst()) {
        isFirst = false
        postFigures(simulation.read(), key, false)
        // A golfer may be in the middle of a drag: the page then needs the processor, and the next step replaces the figures.
        if (scenario.size > 0) await waitToSettle()
      }
    }
    if (age !== started) return
    postFigures(simulation.read(), key, true)
    done.refined = started
  }

  function waitToSettle(): Promise<void> {
    return new Promise((resolve) => {
      endWait = resolve
      void settle().then(resolve)
    })
  }

  function postFigures(chances: Chances, key: FiguresKey, isRefined: boolean): void {
    post({ kind: 'figures', key, chances, isRefined }, listBuffers(chances))
  }

  async function simulateRoundStart(pool: Pool, field: Field): Promise<void> {
    const started = age
    const roundStart = toRoundStart(field.field)
    // The seed depends on the round alone, so everybody gets the same figures all day.
    const input = toInput(pool, roundStart, { version: -roundStart.currentRound - 1, scenario: new Map() })
    const simulation = createChancesSimulation(input)
    while (!simulation.isRefined()) {
      if (mustStop(started)) return
      simulation.run()
      await pause()
    }
    if (age !== started) return
    const chances = simulation.read()
    post({ kind: 'round-start', chances }, listBuffers(chances))
    done.roundStart = toRoundStartKey(field)
  }

  async function measure(pool: Pool, { version, timeStamp, field }: Field, wish: ProgressWish): Promise<void> {
    const points = measureProgress(pool, wish, { version, timeStamp, ...field })
    post({ kind: 'progress', rows: wish.rows, points }, [])
    done.progress = age
    await pause()
  }

  async function checkRows(pool: Pool, field: Field): Promise<void> {
    const { rows } = entries
    const wanted = `${age} ${rows}`
    const key = toKey(pool, field)
    const limits = findLimits(createForecast(toInput(pool, field.field, { version: 0, scenario })).event, scenario)
    const places = new Map(rows.map((row) => [row, findPossiblePlaces(limits, pool.picks, row)]))
    post({ kind: 'possible', key, places }, [])
    done.rows = wanted
    await pause()
  }

  async function computeRooting(pool: Pool, field: Field, row: number): Promise<void> {
    const wanted = `${age} ${row}`
    const key = toKey(pool, field)
    const forecast = createForecast(toInput(pool, field.field, { version: field.version, scenario }))
    const simulations = Math.min(rootingLimits.simulations, Math.floor(rootingLimits.rows / forecast.rows))
    post({ kind: 'rooting', key, rooting: findRooting(forecast, row, simulations) }, [])
    done.rooting = wanted
    await pause()
  }

  async function checkAll(pool: Pool, field: Field): Promise<void> {
    const started = age
    const key = toKey(pool, field)
    const limits = findLimits(createForecast(toInput(pool, field.field, { version: 0, scenario })).event, scenario)
    const places = new Map<number, PossiblePlaces>()
    for (let row = 0; row < countRows(pool); row += 1) {
      places.set(row, findPossiblePlaces(limits, pool.picks, row))
      if (row % checkedPerSlice === 0) await pause()
      if (mustStop(started)) return
    }
    post({ kind: 'possible', key, places }, [])
    done.all = age
  }

  /** Compares the chances after each round of a past tournament with its results. */
  async function lookBack({ tournamentId, event, picks }: Past): Promise<void> {
    const predictions: Prediction[] = []
    for (let round = 1; round < event.rounds; round += 1) {
      predictions.push(...predictAfter(event, picks, round, { seed: tournamentId, simulations: pastSimulations }))
      await pause()
    }
    const reliability = mapPredictions((kind) =>
      toReliability(predictions.filter((prediction) => prediction.kind === kind)),
    )
    post({ kind: 'past', tournamentId, reliability }, [])
  }

  const toKey = ({ tournamentId }: Pool, { version }: Field): FiguresKey => ({
    tournamentId,
    version,
    scenario: toScenarioKey([...scenario]),
  })

  return receive
}

type InputOptions = { version: number; scenario: Scenario }

function toInput({ tournamentId, players, picks }: Pool, field: ForecastField, { version, scenario }: InputOptions) {
  return { players, picks, field, seed: { tournamentId, version }, scenario }
}

function countRows({ picks }: Pool): number {
  return picks.length / 4
}

/** Changes only when the start of the round does: with a round, or with what was played before it. */
function toRoundStartKey({ field }: Field): string {
  return JSON.stringify(toRoundStart(field).golfersScores.map(({ isDNF, total }) => (isDNF ? 'out' : total)))
}

function listBuffers({ win, topThree, disqualified, likelyBest, likelyWorst }: Chances): Transferable[] {
  return [win, topThree, disqualified, likelyBest, likelyWorst].map(({ buffer }) => buffer as ArrayBuffer)
}
