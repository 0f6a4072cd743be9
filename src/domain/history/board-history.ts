import {
  type Field,
  type Golfer,
  noValue,
  parseToPar,
  type ScoreSourceInfo,
  toMovement,
  toParText,
} from '#domain/field/field.ts'
import { toPositions } from '#domain/scores/positions.ts'

/** A version of the leaderboard, as it was served. */
export type Board = Field & {
  readonly version: number
  readonly timeStamp: string
  readonly stale: { readonly since: string; readonly reason: string } | null
  readonly source: ScoreSourceInfo
  readonly golfersScores: Golfer[]
}

/** A row's new scores: its index in the previous version, the change to par, the change of strokes, and thru. */
type ScoreChange = readonly [row: number, toPar: number, strokes: number, thru: string]

/** The difference between a version and the next one. Values that follow from the scores are not recorded. */
export type BoardChange = readonly [
  /** Everything but the rows: only what has changed. The version rises by one. */
  head: Partial<Omit<Board, 'golfersScores'>>,
  scores: readonly ScoreChange[],
  /** Changed values that do not follow from the scores, by the row's index in the previous version. */
  rows: readonly (readonly [row: number, values: Partial<Golfer>])[],
  /** The new index of rows whose order ties leave open, by their index in the previous version. */
  order: readonly (readonly [row: number, index: number])[],
]

/** A version as it is recorded: a change, or a key frame where the previous version does not help. */
export type BoardRecord = BoardChange | { readonly board: Board }

/** The board after a record. Its JSON equals, byte for byte, that of the version that was recorded. */
export function applyRecord(previous: Board | null, record: BoardRecord): Board {
  if ('board' in record) return record.board
  if (!previous) throw new Error('The record of a leaderboard begins without a key frame.')
  const [head, scores, rows, order] = record
  const golfers = expectGolfers(previous, scores)
  for (const [row, values] of rows) golfers[row] = { ...requireRow(golfers, row), ...values }
  for (const [row, index] of order) golfers[row] = { ...requireRow(golfers, row), index }
  return {
    ...previous,
    version: previous.version + 1,
    ...head,
    golfersScores: golfers.sort((a, b) => toOrder(a) - toOrder(b)),
  }
}

/** The shortest record of a version. `applyRecord` with the same previous board gives the version back. */
export function toRecord(previous: Board | null, next: Board): BoardRecord {
  const change = previous && findChange(previous, next)
  const isExact = change && JSON.stringify(applyRecord(previous, change)) === JSON.stringify(next)
  return isExact ? change : { board: next }
}

function findChange(previous: Board, next: Board): BoardChange | null {
  const known = new Map(next.golfersScores.map((golfer) => [golfer.espnId, golfer]))
  const after = previous.golfersScores.flatMap(({ espnId }) => known.get(espnId) ?? [])
  if (after.length !== previous.golfersScores.length || after.length !== known.size) return null
  const scores = after.flatMap((golfer, row) => toScoreChange(requireRow(previous.golfersScores, row), golfer, row))
  const expected = expectGolfers(previous, scores)
  const rows = after.flatMap(({ index: _, ...golfer }, row): [number, Partial<Golfer>][] => {
    const values = differences<Partial<Golfer>>(requireRow(expected, row), golfer)
    return values ? [[row, values]] : []
  })
  const order = after.flatMap(({ index }, row): [number, number][] =>
    index === requireRow(expected, row).index ? [] : [[row, index]],
  )
  const { golfersScores: _, ...head } = next
  const expectedHead: typeof head = { ...previous, version: previous.version + 1 }
  return [differences(expectedHead, head) ?? {}, scores, rows, order]
}

function toScoreChange(before: Golfer, after: Golfer, row: number): ScoreChange[] {
  const [toPar, strokes] = [after.relativeScore - before.relativeScore, after.total - before.total]
  return toPar === 0 && strokes === 0 && after.thru === before.thru ? [] : [[row, toPar, strokes, after.thru]]
}

/** The values of `after` that differ; null if none do. */
function differences<T extends object>(before: T, after: NoInfer<T>): Partial<T> | null {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => !isSame(before[key], after[key]))
  return keys.length === 0 ? null : (Object.fromEntries(keys.map((key) => [key, after[key]])) as Partial<T>)
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

/** The rows that follow from the new scores, in the order of the previous version, with their new index. */
function expectGolfers({ currentRound, golfersScores }: Board, scores: readonly ScoreChange[]): Golfer[] {
  const golfers = [...golfersScores]
  if (scores.length === 0) return golfers
  for (const change of scores) golfers[change[0]] = expectScores(requireRow(golfers, change[0]), change, currentRound)
  const positions = toPositions(golfers)
  const placed = golfers.map((golfer) => expectPosition(golfer, positions.get(golfer.espnId), currentRound))
  const listed = [...placed.keys()].filter((row) => requireRow(placed, row).index >= 0)
  listed.sort((a, b) => toPlace(requireRow(placed, a)) - toPlace(requireRow(placed, b)) || a - b)
  for (const [index, row] of listed.entries()) {
    const golfer = requireRow(placed, row)
    if (golfer.index !== index) placed[row] = { ...golfer, index }
  }
  return placed
}

function expectScores(golfer: Golfer, [, toPar, strokes, thru]: ScoreChange, currentRound: number): Golfer {
  const [relativeScore, total] = [golfer.relativeScore + toPar, golfer.total + strokes]
  const round = `round${Math.min(Math.max(currentRound, 1), 4) as 1 | 2 | 3 | 4}Score` as const
  const strokesBefore = golfer[round] === noValue ? 0 : Number(golfer[round])
  const todayBefore = golfer.currentRoundScore === noValue ? 0 : parseToPar(golfer.currentRoundScore)
  return {
    ...golfer,
    relativeScore,
    total,
    thru,
    teeTime: null,
    toPar: toParText(relativeScore),
    totalScore: String(total),
    currentRoundScore: toParText(todayBefore + toPar),
    [round]: String(strokesBefore + strokes),
  }
}

/** Climbs since the last round are counted on from the previous version; nobody moves in the first round. */
function expectPosition(golfer: Golfer, position = noValue, currentRound: number): Golfer {
  if (golfer.isDNF || position === noValue || position === golfer.position) return golfer
  const gained = toPlace(golfer) - toPlace({ ...golfer, position })
  const before = Number(golfer.movement.text) || 0
  const climbed = (golfer.movement.class === 'negative' ? -before : before) + gained
  const isCounted = currentRound > 1 && golfer.position !== noValue
  return { ...golfer, position, movement: isCounted ? toMovement(climbed) : golfer.movement }
}

/** Golfers without a place come after the others, those who are out last. */
function toPlace({ isDNF, position }: Golfer): number {
  return isDNF ? 2000 : Number(position.replace('T', '')) || 1000
}

/** Golfers whom the feed does not list come last. */
function toOrder({ index }: Golfer): number {
  return index < 0 ? Number.POSITIVE_INFINITY : index
}

function requireRow<T>(rows: readonly T[], row: number): T {
  const value = rows[row]
  if (value === undefined) throw new Error(`The record names row ${row}, which the leaderboard does not have.`)
  return value
}
