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

/** Up to so many rows, all are checked for places that cannot be reached: the work grows with their square. */
const maxCheckedRows = 4000
const checkedPerSlice = 100
/** Simulations of the rooting figures, fewer in a large pool: they take about four times as long. */
const rooting = { simulations: 1000, rows: 6_000_000 } as const

/** Simulations of each round of a tournament that is over. */
const pastSimulations = 1000

type Environment = {
  readonly post: (response: ChancesResponse, transfer: Transferable[]) => void
  /** Ends the task, so that waiting messages are read. */
  readonly pause: () => Promise<void>
  /** How long a scenario has to stay as it is before its figures are refined. */
  readonly settle: () => Promise<void>
}

const nothingDone = { refined: -1, rows: '', rooting: '', progress: -1, all: -1, roundStart: '' }

type Pool = Extract<ChancesRequest, { kind: 'pool' }>
type Field = Extract<ChancesRequest, { kind: 'field' }>
type Past = Extract<ChancesRequest, { kind: 'past' }>

/**
 * What the worker does: first figures, refined ones, those when the round began, places that can still be reached. There is one
 * loop, so there are never two simulations at a time; whatever a new message makes useless is dropped at the next pause.
 */
export function createChancesRunner({ post, pause, settle }: Environment): (request: ChancesRequest) => void {
  let pool: Pool | null = null
  let field: Field | null = null
  let scenario: Scenario = new Map()
  let watch = { isWatched: false, withRoundStart: false }
  let entries: { rows: readonly number[]; rooting: number | null } = { rows: [], rooting: null }
  let progress: ProgressWish | null = null
  const pastEvents: Past[] = []
  /** Grows with everything that makes the figures old. */
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
    for (let isWorking = true; isWorking && watch.isWatched; ) isWorking = await work()
  }

  /** The most urgent thing to do; false if there is nothing. */
  async function work(): Promise<boolean> {
    if (pool !== null && field !== null && (await workOnBoard(pool, field))) return true
    const past = pastEvents.shift()
    if (past === undefined) return false
    await lookBack(past)
    return true
  }

  async function workOnBoard(pool: Pool, field: Field): Promise<boolean> {
    // In a larger pool, only the few rows of a chart.
    const hasChances = pool.picks.length / 4 <= mostForecastRows
    if (hasChances && done.refined !== age) await simulate(pool, field)
    else if (progress !== null && done.progress !== age) await measure(pool, field, progress)
    else if (!hasChances) return false
    else if (done.rows !== `${age} ${entries.rows}`) await checkRows(pool, field)
    else if (entries.rooting !== null && done.rooting !== `${age} ${entries.rooting}`)
      await root(pool, field, entries.rooting)
    else if (watch.withRoundStart && done.roundStart !== toRoundStartKey(field)) await simulateRoundStart(pool, field)
    else if (done.all !== age && pool.picks.length / 4 <= maxCheckedRows) await checkAll(pool, field)
    else return false
    return true
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
      if (age !== started || !watch.isWatched) return
      simulation.run()
      if (isFirst && simulation.hasFirst()) {
        isFirst = false
        postFigures(simulation.read(), key, false)
        // While a golfer is dragged, the page needs the processor more than figures that the next step replaces.
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
    // The same for everybody and at every time of the day.
    const input = toInput(pool, roundStart, { version: -roundStart.currentRound - 1, scenario: new Map() })
    const simulation = createChancesSimulation(input)
    for (; !simulation.isRefined(); await pause()) {
      if (age !== started || !watch.isWatched) return
      simulation.run()
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

  async function root(pool: Pool, field: Field, row: number): Promise<void> {
    const wanted = `${age} ${row}`
    const key = toKey(pool, field)
    const forecast = createForecast(toInput(pool, field.field, { version: field.version, scenario }))
    const simulations = Math.min(rooting.simulations, Math.floor(rooting.rows / forecast.rows))
    post({ kind: 'rooting', key, rooting: findRooting(forecast, row, simulations) }, [])
    done.rooting = wanted
    await pause()
  }

  async function checkAll(pool: Pool, field: Field): Promise<void> {
    const started = age
    const key = toKey(pool, field)
    const limits = findLimits(createForecast(toInput(pool, field.field, { version: 0, scenario })).event, scenario)
    const places = new Map<number, PossiblePlaces>()
    for (let row = 0; row < pool.picks.length / 4; row += 1) {
      places.set(row, findPossiblePlaces(limits, pool.picks, row))
      if (row % checkedPerSlice === 0) await pause()
      if (age !== started || !watch.isWatched) return
    }
    post({ kind: 'possible', key, places }, [])
    done.all = age
  }

  /** After every round: what was the chance, and what happened? */
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

type About = { version: number; scenario: Scenario }

function toInput({ tournamentId, players, picks }: Pool, field: ForecastField, { version, scenario }: About) {
  return { players, picks, field, seed: { tournamentId, version }, scenario }
}

/** Changes only when the start of the round does: with a round, or with what was played before it. */
function toRoundStartKey({ field }: Field): string {
  return JSON.stringify(toRoundStart(field).golfersScores.map(({ isDNF, total }) => (isDNF ? 'out' : total)))
}

function listBuffers({ win, topThree, disqualified, likelyBest, likelyWorst }: Chances): Transferable[] {
  return [win, topThree, disqualified, likelyBest, likelyWorst].map(({ buffer }) => buffer as ArrayBuffer)
}
