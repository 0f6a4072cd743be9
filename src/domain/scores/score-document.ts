import { countRounds, type DnfReason, type Field } from '#domain/field/field.ts'
import { isMajorLoss } from '#domain/tournament/unavailable-golfers.ts'

/**
 * Scores in the pool's own shape (docs/rules.md, 7.7): of a source other than the feed, or entered by organisers. Rounds
 * are in strokes, `today` and `toPar` are relative to par.
 */

/** Why a golfer is out, in the words of the document; "playing" for one who is not. */
export const golferStatuses = [
  'playing',
  'cut',
  'withdrawn',
  'disqualified',
  'did-not-finish',
  'did-not-start',
] as const
export type GolferStatus = (typeof golferStatuses)[number]

export const eventStatuses = [
  'scheduled',
  'in-progress',
  'suspended',
  'round-complete',
  'complete',
  'cancelled',
] as const
export type EventStatus = (typeof eventStatuses)[number]

export type ScoredEvent = {
  /** 4 to 12 digits. */
  readonly id: string
  readonly name: string
  /** The year. */
  readonly season: number
  /** Par of the course, 54 to 80. */
  readonly par: number
  /** How many rounds it has, 1 to 4; four if it is omitted. */
  readonly rounds?: number | undefined
  /** 0 before the first round, then 1 to `rounds`; one more in a play-off. */
  readonly round: number
  readonly status: EventStatus
  /** The line while the cut is projected: after which round, and the score to par of the last golfer inside. */
  readonly cut: { readonly afterRound: number; readonly toPar: number | null } | null
  /** When these scores were true, ISO 8601 UTC. Scores older than those on the board are refused. */
  readonly updated: string
}

export type ScoredGolfer = {
  /** 1 to 12 digits, the same throughout the event. */
  readonly id: string
  readonly name: string
  readonly status: GolferStatus
  /** Strokes of the complete rounds 1, 2, 3, 4; null for one that the golfer has not completed. */
  readonly rounds: readonly (number | null)[]
  /** To par in the round under way; null if the golfer is not playing one. */
  readonly today: number | null
  /** Holes played of the round under way, 1 to 17; null if the golfer is not playing one. */
  readonly thru: number | null
  /** To par over all rounds. Null: the sum of the rounds and today, with the par of the event. */
  readonly toPar: number | null
  /** ISO 8601 UTC. */
  readonly teeTime: string | null
  /** The position where the scores do not decide it, after a play-off; null otherwise. */
  readonly position: string | null
  readonly amateur: boolean
}

export type ScoreDocument = {
  readonly event: ScoredEvent
  readonly golfers: readonly ScoredGolfer[]
}

const outReasons: Readonly<Record<Exclude<GolferStatus, 'playing'>, DnfReason>> = {
  cut: 'CUT',
  withdrawn: 'WD',
  disqualified: 'DQ',
  'did-not-finish': 'MDF',
  'did-not-start': 'DNS',
}

/** The reason as a leaderboard row shows it; null for a golfer who is not out. */
export function toOutReason(status: GolferStatus): DnfReason | null {
  return status === 'playing' ? null : outReasons[status]
}

/** Strokes that a complete round can have. */
export const fewestStrokes = 50
export const mostStrokes = 120

/** The sum of the complete rounds and the one under way, to par. */
export function sumToPar({ rounds, today }: Pick<ScoredGolfer, 'rounds' | 'today'>, par: number): number {
  return rounds.reduce<number>((sum, strokes) => sum + (strokes === null ? 0 : strokes - par), today ?? 0)
}

/** A reason to refuse scores. `row` counts from 0; null for the event. The message completes "{field} …". */
export type ScoreFault = {
  readonly row: number | null
  readonly field: string
  readonly message: string
}

const holesPerRound = 18

/**
 * Faults of scores that have the right shape (docs/rules.md, 7.7); empty if they can be shown. `previous` is the board that
 * they replace.
 */
export function findScoreFaults({ event, golfers }: ScoreDocument, previous: Field | null): ScoreFault[] {
  const seen = { id: new Set<string>(), name: new Set<string>() }
  const faults = golfers.flatMap((golfer, row) => {
    const repeated = (['id', 'name'] as const).flatMap((field) => {
      const isRepeated = seen[field].has(golfer[field])
      seen[field].add(golfer[field])
      return isRepeated ? [{ field, message: 'is listed twice' }] : []
    })
    return [...repeated, ...findGolferFaults(golfer, event)].map((fault) => ({ row, ...fault }))
  })
  return [...findEventFaults(event, seen.id, previous), ...faults]
}

function findEventFaults(event: ScoredEvent, ids: ReadonlySet<string>, previous: Field | null): ScoreFault[] {
  const isBegun = event.status !== 'scheduled' && event.status !== 'cancelled'
  const missing = previous?.golfersScores.filter(({ espnId, isDNF }) => !isDNF && !ids.has(espnId)) ?? []
  const stillIn = previous?.golfersScores.filter(({ isDNF }) => !isDNF).length ?? 0
  const faults: ScoreFault[] = []
  if (isBegun !== event.round > 0 && event.status !== 'cancelled')
    faults.push({ row: null, field: 'event.round', message: `does not fit the status "${event.status}"` })
  const rounds = countRounds(event)
  if (event.round > rounds + 1) {
    const message = `must be at most ${rounds + 1}, a play-off: the event has ${rounds} rounds`
    faults.push({ row: null, field: 'event.round', message })
  }
  if (isMajorLoss(missing.length, stillIn)) {
    const message = `lack ${missing.length} of the ${stillIn} golfers on the board, for example ${missing[0]?.fullName}`
    faults.push({ row: null, field: 'golfers', message })
  }
  return faults
}

function findGolferFaults(golfer: ScoredGolfer, event: ScoredEvent): Omit<ScoreFault, 'row'>[] {
  const { rounds, thru, today, toPar, teeTime, status } = golfer
  const faults: Omit<ScoreFault, 'row'>[] = []
  const add = (field: string, message: string) => faults.push({ field, message })
  rounds.forEach((strokes, index) => {
    const field = `rounds.${index}`
    if (strokes === null) return
    if (strokes < fewestStrokes || strokes > mostStrokes)
      add(field, `must be ${fewestStrokes} to ${mostStrokes} strokes, not ${strokes}`)
    if (index >= countRounds(event)) add(field, `does not exist: the event has ${countRounds(event)} rounds`)
    else if (index >= event.round) add(field, `is later than the event, which is in round ${event.round}`)
    if (toPar === null && rounds.slice(0, index).includes(null))
      add(field, 'has strokes, and an earlier round has none')
  })
  if (thru !== null && (thru < 1 || thru >= holesPerRound))
    add('thru', `must be 1 to 17, not ${thru}; after hole 18 the round has strokes`)
  if (thru !== null && rounds[Math.min(event.round, countRounds(event)) - 1] != null)
    add('thru', 'is for a round under way, and this round is complete')
  if (thru !== null && event.round === 0) add('thru', 'is not possible before round 1')
  if ((thru === null) !== (today === null)) add('today', 'and thru belong together')
  const hasBegunRound = thru !== null || rounds[event.round - 1] != null
  if (status === 'playing' && hasBegunRound && teeTime !== null && Date.parse(teeTime) > Date.parse(event.updated))
    add('teeTime', 'is later than these scores')
  return faults
}

/** A fault as a sentence: "Row 12 (Rory McIlroy): thru must be …". Rows count from 1. */
export function describeScoreFault({ row, field, message }: ScoreFault, golfers: readonly { name: string }[]): string {
  const sentence = `${toFieldWords(field)} ${message}.`
  return row === null ? `The scores: ${sentence}` : `Row ${row + 1} (${golfers[row]?.name || '?'}): ${sentence}`
}

function toFieldWords(field: string): string {
  return field.replace(/^rounds\.(\d)$/, (_, index: string) => `round ${Number(index) + 1}`).replace(/^event\./, '')
}
