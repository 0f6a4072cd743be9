import type { Field } from '../field/field.ts'
import { isMajorLoss } from '../tournament/unavailable-golfers.ts'
import {
  fewestStrokes,
  lastRound,
  mostStrokes,
  type ScoreDocument,
  type ScoredEvent,
  type ScoredGolfer,
} from './score-document.ts'

/** A reason to refuse scores. `row` counts from 0; null for the event. The message completes "{field} …". */
export type ScoreFault = {
  readonly row: number | null
  readonly field: string
  readonly message: string
}

const holesPerRound = 18

/**
 * What is wrong with scores that have the right shape (docs/rules.md, 7.7); empty if they can be shown. `previous` is the
 * board that they replace.
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
  return [
    ...(isBegun === event.round > 0 || event.status === 'cancelled'
      ? []
      : [{ row: null, field: 'event.round', message: `does not fit the status "${event.status}"` }]),
    ...(isMajorLoss(missing.length, stillIn)
      ? [
          {
            row: null,
            field: 'golfers',
            message: `lack ${missing.length} of the ${stillIn} golfers on the board, for example ${missing[0]?.fullName}`,
          },
        ]
      : []),
  ]
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
    if (index >= event.round) add(field, `is later than the event, which is in round ${event.round}`)
    if (toPar === null && rounds.slice(0, index).includes(null))
      add(field, 'has strokes, and an earlier round has none')
  })
  if (thru !== null && (thru < 1 || thru >= holesPerRound))
    add('thru', `must be 1 to 17, not ${thru}; after hole 18 the round has strokes`)
  if (thru !== null && rounds[Math.min(event.round, lastRound) - 1] != null)
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
