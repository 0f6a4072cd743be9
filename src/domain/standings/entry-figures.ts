/** Figures about one entry that a board derives from the standings it already has (docs/rules.md, 4.9). */

import { type ScoredRound, toRoundStart } from '#domain/field/earlier-field.ts'
import { type DnfReason, findDnfReason, type Golfer, noValue, parseToPar } from '#domain/field/field.ts'
import { toShownStrokes } from '#domain/field/shown-strokes.ts'
import { placeOfRow, type Standing, type StandingGolfer, type Standings, scorePool } from './standings.ts'

/** A better place: its number, and how many strokes away it is. */
export type NextPlace = { readonly place: number; readonly strokes: number }

/** How far an entry is from the lead, in strokes. */
export type Gap =
  /** `by` is null if nobody else has a place. */
  | { readonly kind: 'leads'; readonly by: number | null }
  | { readonly kind: 'shares-lead' }
  | { readonly kind: 'behind'; readonly strokes: number; readonly next: NextPlace }

/** The gap of a row; null if it is disqualified. Throws if there is no such row. */
export function gapOfRow(standings: Standings, row: number): Gap | null {
  if (placeOfRow(standings, row) === null) return null
  const { firstLines, codes } = standings.ranking
  const own = Math.floor((codes[row] ?? 0) / standings.coding.totalCount)
  const countAt = (score: number) => (firstLines[score + 1] ?? 0) - (firstLines[score] ?? 0)
  const better = findScore(own, -1, countAt)
  if (better !== null) {
    const lead = findScore(-1, 1, countAt) ?? own
    return {
      kind: 'behind',
      strokes: own - lead,
      next: { place: (firstLines[better] ?? 0) + 1, strokes: own - better },
    }
  }
  if (countAt(own) > 1) return { kind: 'shares-lead' }
  const worse = findScore(own, 1, countAt)
  return { kind: 'leads', by: worse === null ? null : worse - own }

  /** The next score in one direction that an entry has. */
  function findScore(from: number, step: 1 | -1, count: (score: number) => number): number | null {
    for (let score = from + step; score >= 0 && score < firstLines.length - 1; score += step) {
      if (count(score) > 0) return score
    }
    return null
  }
}

/** "16 back", "2 ahead", "tied" for the lead, or "leads" if nobody else has a place. */
export function toGapText(gap: Gap): string {
  if (gap.kind === 'behind') return `${gap.strokes} back`
  if (gap.kind === 'shares-lead') return 'tied'
  return gap.by === null ? 'leads' : `${gap.by} ahead`
}

/** The places that a row has gained between two standings of one pool, negative for lost ones; null if unknown. */
export function placesGained(before: Standings | null, now: Standings, row: number): number | null {
  if (before === null || before.pool !== now.pool) return null
  const from = placeOfRow(before, row)
  const to = placeOfRow(now, row)
  return from === null || to === null ? null : from - to
}

/** The scores that decide the places (docs/rules.md, 4.5) as a key: the score to par of each golfer of a pool, or "out". */
export function toScoresText(golfers: readonly Pick<Golfer, 'isDNF' | 'relativeScore'>[]): string {
  return golfers.map(({ isDNF, relativeScore }) => (isDNF ? 'out' : relativeScore)).join()
}

/** The key of `toScoresText` for the start of the current round. Play in the round does not change it. */
export function toRoundStartText(golfers: readonly Golfer[], { event, currentRound }: ScoredRound): string {
  return toScoresText(toRoundStart({ event, currentRound, golfersScores: golfers }).golfersScores)
}

/** The standings with the scores of `toScoresText`; null if nobody has a score, because there are no places then. */
export function toEarlierStandings(
  { pool, golfers }: Pick<Standings, 'pool' | 'golfers'>,
  text: string,
): Standings | null {
  const scores = text.split(',')
  if (scores.length !== golfers.length || scores.every((score) => score === '0' || score === 'out')) return null
  const golfersScores = golfers.map((golfer, index) => {
    const isDNF = scores[index] === 'out'
    return { ...golfer, isDNF, relativeScore: isDNF ? golfer.relativeScore : Number(scores[index]) }
  })
  return scorePool(pool, { golfersScores })
}

/** Today's score to par of the golfers who count; null if none of them has teed off, or the entry is out. */
export function todayOfEntry({ isDisqualified, golfers }: Standing): number | null {
  if (isDisqualified) return null
  const scores = golfers
    .filter(({ isDropped }) => !isDropped)
    .map(({ golfer }) => parseToPar(golfer.currentRoundScore))
    .filter(Number.isFinite)
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0)
}

/**
 * The strokes of the golfers who count, as they are shown (docs/rules.md, 3.3); null if those of one of them are hidden, or
 * the entry is out. `par`: of the course; 0 if unknown.
 */
export function shownTotalOfEntry({ isDisqualified, golfers }: Standing, par: number): number | null {
  if (isDisqualified) return null
  const totals = golfers.filter(({ isDropped }) => !isDropped).map(({ golfer }) => toShownStrokes(golfer, par).total)
  return totals.includes(noValue) ? null : totals.reduce((sum, total) => sum + Number(total), 0)
}

const outClauses: Readonly<Record<DnfReason, string>> = {
  CUT: 'missed the cut',
  WD: 'withdrew',
  DQ: 'disqualified',
  MDF: 'did not finish',
  DNS: 'did not start',
}

/** Why golfers are out, as part of a sentence: "missed the cut". */
export function toOutClause(golfer: Pick<Golfer, 'position'>): string {
  const reason = findDnfReason(golfer)
  return reason === null ? 'not in the field' : outClauses[reason]
}

/** Why a golfer is out, in one word: "CUT". */
export function toOutWord(golfer: Pick<Golfer, 'position'>): string {
  return findDnfReason(golfer) ?? 'no data'
}

/** Why an entry is disqualified: "out: 2 missed the cut", "out: 1 missed the cut, 1 withdrew"; null if it is not. */
export function toOutText(
  { isDisqualified, golfers }: Pick<Standing, 'isDisqualified' | 'golfers'>,
  toReason = toOutClause,
): string | null {
  if (!isDisqualified) return null
  const counts = new Map<string, number>()
  for (const { golfer } of golfers.filter(isOut)) {
    const clause = toReason(golfer)
    counts.set(clause, (counts.get(clause) ?? 0) + 1)
  }
  return `out: ${Array.from(counts, ([clause, count]) => `${count} ${clause}`).join(', ')}`
}

function isOut({ golfer }: StandingGolfer): boolean {
  return golfer.isDNF
}
