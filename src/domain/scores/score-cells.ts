import { countRounds, mostRounds, toParText } from '#domain/field/field.ts'
import {
  golferStatuses,
  type ScoredEvent,
  type ScoredGolfer,
  type ScoreFault,
  sumToPar,
  toOutReason,
} from './score-document.ts'

/** The columns in which organisers enter scores, named like the fields of a document. */
export const scoreColumns = [
  'rounds.0',
  'rounds.1',
  'rounds.2',
  'rounds.3',
  'today',
  'thru',
  'toPar',
  'status',
] as const
export type ScoreColumn = (typeof scoreColumns)[number]

/** The texts of a row's cells. A missing cell is empty. */
export type ScoreCells = Readonly<Partial<Record<ScoreColumn, string>>>

type Course = Pick<ScoredEvent, 'par' | 'rounds' | 'round'>

/** A complete round's today and thru are empty, and so is a score to par that follows from the rounds. */
export function toScoreCells({ rounds, today, thru, toPar, status }: ScoredGolfer): ScoreCells {
  return {
    ...Object.fromEntries(rounds.map((strokes, index) => [`rounds.${index}`, String(strokes ?? '')])),
    today: today === null ? '' : toParText(today),
    thru: String(thru ?? ''),
    toPar: toPar === null ? '' : toParText(toPar),
    status: toOutReason(status) ?? '',
  }
}

/** Values for empty cells that follow from the other cells of the row. */
export function toDerivedCells(golfer: ScoredGolfer, { par, rounds, round }: Course): ScoreCells {
  const strokes = golfer.rounds[Math.min(round, countRounds({ rounds })) - 1] ?? null
  const hasScore = golfer.toPar !== null || golfer.today !== null || golfer.rounds.some((count) => count !== null)
  return {
    ...(strokes !== null && { today: toParText(strokes - par), thru: 'F' }),
    ...(hasScore && { toPar: toParText(golfer.toPar ?? sumToPar(golfer, par)) }),
  }
}

/**
 * The golfer with what organisers have typed, which is what a leaderboard shows: the strokes of the current round follow
 * from today with thru F, and today from the score to par.
 */
export function fromScoreCells(stored: ScoredGolfer, typed: ScoreCells, { par, round, ...event }: Course) {
  if (Object.keys(typed).length === 0) return { golfer: stored, faults: [] }
  const { values, faults } = readCells({ ...toScoreCells(stored), ...typed })
  const { thru, out } = values
  const rounds = [...values.rounds]

  const current = Math.min(round, countRounds(event)) - 1
  const earlier = { rounds: rounds.slice(0, Math.max(current, 0)), today: null }
  const isKnown = !earlier.rounds.includes(null)
  const derived = values.toPar === null || !isKnown || thru === '' ? null : values.toPar - sumToPar(earlier, par)
  const today = values.today ?? derived
  const areTyped = typed[scoreColumns[current] ?? 'status'] !== undefined
  const follow =
    rounds[current] === null ? thru === '18' : !areTyped && typed.today !== undefined && /^(18)?$/.test(thru)
  if (current >= 0 && follow && today !== null) rounds[current] = par + today
  // Strokes end the round, unless somebody has typed that it goes on.
  const isComplete = rounds[current] != null && (thru === '' || thru === '18' || typed.thru === undefined)
  const scored = { rounds, today: isComplete ? null : today }
  // On other courses par may be different: a score to par moves with the rounds.
  const moved = stored.rounds.some((strokes) => strokes !== null) ? sumToPar(scored, par) - sumToPar(stored, par) : 0
  const toPar = typed.toPar === undefined && values.toPar !== null ? values.toPar + moved : values.toPar
  const golfer = {
    ...stored,
    ...scored,
    thru: isComplete ? null : toNumber(thru),
    toPar: isKnown && toPar === sumToPar(scored, par) ? null : toPar,
    status: golferStatuses.find((status) => toOutReason(status) === out) ?? 'playing',
    teeTime: rounds[current] != null || thru !== '' ? null : stored.teeTime,
    position: null,
  }
  return { golfer, faults }
}

/** The values of a row's cells, and the faults of those that cannot be read. Thru F is "18". */
function readCells(cells: ScoreCells) {
  const faults: Omit<ScoreFault, 'row'>[] = []
  const read = (field: ScoreColumn, pattern: RegExp, rule: string): string => {
    const text = (cells[field] ?? '').trim().replace(/[−–]/, '-').toUpperCase()
    if (text === '' || pattern.test(text)) return text
    faults.push({ field, message: `must be ${rule}, not “${text}”` })
    return ''
  }
  const readToPar = (field: ScoreColumn) =>
    toNumber(read(field, /^(E|[+-]?\d{1,2})$/, 'a score to par such as -3, E or +2').replace('E', '0'))
  const values = {
    rounds: scoreColumns.slice(0, mostRounds).map((field) => toNumber(read(field, /^\d{1,3}$/, 'strokes'))),
    thru: read('thru', /^(F|\d{1,2})\*?$/, 'a number of holes, or F')
      .replace('*', '')
      .replace('F', '18'),
    out: read('status', /^(CUT|WD|DQ|MDF|DNS)$/, 'CUT, WD, DQ, MDF, DNS or empty'),
    toPar: readToPar('toPar'),
    today: readToPar('today'),
  }
  return { values, faults }
}

function toNumber(text: string): number | null {
  return text === '' ? null : Number(text)
}
