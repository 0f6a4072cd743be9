/** Feed bodies for tests. Fields that a test does not set get defaults. */

type Json = Record<string, unknown>

export const espnEventId = '401000001'

const playStates = {
  scheduled: ['STATUS_SCHEDULED', 'pre', 'STATUS_SCHEDULED', 'pre'],
  'in progress': ['STATUS_IN_PROGRESS', 'in', 'STATUS_IN_PROGRESS', 'in'],
  complete: ['STATUS_IN_PROGRESS', 'in', 'STATUS_PLAY_COMPLETE', 'post'],
  final: ['STATUS_FINAL', 'post', 'STATUS_FINAL', 'post'],
} as const

export type EspnEventInput = {
  id?: string
  round?: number
  play?: keyof typeof playStates
  cut?: { round?: number; score?: number; count?: number }
  competitors?: unknown
  courses?: Json[]
  /** Overrides fields of the event. */
  event?: Json
  /** Overrides fields of the competition. */
  competition?: Json
}

export function buildEspnBody(input: EspnEventInput = {}): { events: Json[] } {
  return { events: [buildEspnEvent(input)] }
}

export function buildEspnEvent(input: EspnEventInput = {}): Json {
  const { id = espnEventId, round = 1, play = 'in progress', cut = {}, competitors = [buildEspnRow()] } = input
  const [eventStatus, eventState, roundStatus, roundState] = playStates[play]
  return {
    id,
    name: 'The Spring Open presented by Nobody',
    shortName: 'Spring Open',
    date: '2026-04-09T04:00Z',
    season: { year: 2026 },
    status: { type: { name: eventStatus, state: eventState, completed: play === 'final' } },
    tournament: {
      id: '7',
      scoringSystem: { id: '1', name: 'Medal' },
      numberOfRounds: 4,
      cutRound: cut.round ?? 2,
      cutScore: cut.score ?? 0,
      cutCount: cut.count ?? 0,
    },
    courses: input.courses ?? [buildEspnCourse({ host: true })],
    competitions: [
      {
        id,
        status: {
          period: round,
          type: {
            name: roundStatus,
            state: roundState,
            description: 'In words',
            detail: `Round ${round} - In words`,
          },
        },
        competitors,
        dataFormat: 'API',
        ...input.competition,
      },
    ],
    ...input.event,
  }
}

/** Every hole is a par 4 by default. */
export function buildEspnCourse({ par = 4, ...overrides }: { par?: number } & Json = {}): Json {
  return {
    id: '900',
    name: 'Old Links',
    shotsToPar: par * 18,
    holes: Array.from({ length: 18 }, (_, index) => ({
      number: index + 1,
      shotsToPar: par,
      totalYards: 400,
    })),
    ...overrides,
  }
}

const golferStates = {
  scheduled: { id: '0', name: 'STATUS_SCHEDULED', state: 'pre', shortDetail: 'Scheduled' },
  playing: { id: '1', name: 'STATUS_IN_PROGRESS', state: 'in', shortDetail: 'In Progress' },
  finished: { id: '2', name: 'STATUS_FINISH', state: 'post', shortDetail: 'F' },
  cut: { id: '3', name: 'STATUS_CUT', state: 'post', shortDetail: 'CUT', description: 'Missed Cut' },
  withdrawn: { id: '3', name: 'STATUS_CUT', state: 'post', shortDetail: 'WD', description: 'Withdrawn' },
} as const

export type EspnRowInput = {
  id?: string
  name?: string
  state?: keyof typeof golferStates
  /** Strokes and score to par of each round, starting with round 1; null for a round that was not started. */
  rounds?: ([strokes: number, toPar: string] | null)[]
  /** The statistic; omitted if null. */
  toPar?: { value?: number; displayValue?: string } | null
  /** Overrides fields of the status. */
  status?: Json
  /** Overrides fields of the athlete. */
  athlete?: Json
  /** Overrides fields of the competitor. */
  row?: Json
}

/** A golfer who finished round 1 in 70 strokes, at even par. */
export function buildEspnRow(input: EspnRowInput = {}): Json {
  const { id = '1001', name = 'Victor Example', state = 'finished', rounds = [[70, 'E']] } = input
  const { toPar = { value: 0, displayValue: 'E' } } = input
  return {
    id,
    sortOrder: 1,
    movement: 0,
    amateur: false,
    athlete: { id, displayName: name, amateur: false, ...input.athlete },
    score: { value: 70, displayValue: 'E' },
    statistics: toPar ? [{ name: 'officialAmount' }, { name: 'scoreToPar', ...toPar }] : [],
    linescores: rounds.flatMap((round, index) => (round ? [buildEspnRound(index + 1, ...round)] : [])),
    status: {
      period: Math.max(1, rounds.length),
      type: golferStates[state],
      position: { id: '1', displayName: 'T5', isTie: true },
      thru: state === 'finished' ? 18 : 0,
      behindCurrentRound: false,
      ...input.status,
    },
    ...input.row,
  }
}

export function buildEspnRound(period: number, value: number, displayValue: string, overrides: Json = {}): Json {
  return { period, value, displayValue, isStreaming: false, ...overrides }
}
