import { picksPerRow } from '#domain/entries/pool.ts'
import { readFee } from '#domain/payments/fee.ts'
import type { Payout } from '#domain/payments/payouts.ts'
import { placeOfRow, type Standings } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { findDecidingAnswers, listOrderedTies, toPrizePlaces } from './prize-order.ts'

/** How a pool has ended, line by line in the order of its standings. */
export type Finish = {
  /** Null for a disqualified entry; these come last. */
  readonly places: readonly (number | null)[]
  /** The places by which the prizes for places are given: those who share one share its prizes. */
  readonly prizePlaces: readonly (number | null)[]
  /** The scores of a round; null for an entry without one. */
  readonly scoresOf: (round: number) => readonly (number | null)[]
}

/** A prize of one line of the standings. */
export type Award = Pick<Payout, 'prize' | 'number'> & { readonly line: number; readonly minor: number }

/** The awards and the amount that nobody wins. Together they are the pot. */
export type PotSplit = { readonly awards: readonly Award[]; readonly left: number }

/**
 * Splits the pot into awards (docs/rules.md, 13.2). Fixed amounts are paid first, in the order of the list while the pot lasts;
 * percentages are shares of the rest. Entries that tie share what their places get together, and the first of them get the odd
 * cents; where the answers order them, only those who are level do. Prizes for the last place and for rounds are always shared.
 */
export function splitPot(pot: number, payouts: readonly Payout[], finish: Finish): PotSplit {
  const values = toValues(pot, payouts)
  const prizeLines = sortLines(finish.prizePlaces)
  const shared = new Map<string, Award & { lines: readonly number[] }>()
  payouts.forEach((payout, index) => {
    const lines = findWinners(payout, finish, prizeLines)
    const [line] = lines
    if (line === undefined) return
    const { prize } = payout
    const number = prize === 'place' ? (finish.prizePlaces[line] ?? payout.number) : payout.number
    const key = `${prize} ${number}`
    const minor = (shared.get(key)?.minor ?? 0) + (values[index] ?? 0)
    shared.set(key, { prize, number, line, minor, lines })
  })
  const awards = [...shared.values()].flatMap(({ lines, minor, prize, number }) => {
    const [each, odd] = [Math.floor(minor / lines.length), minor % lines.length]
    const winners = each === 0 ? lines.slice(0, odd) : lines
    return winners.map((line, index) => ({ prize, number, line, minor: each + (index < odd ? 1 : 0) }))
  })
  return { awards, left: awards.reduce((left, { minor }) => left - minor, pot) }
}

/** The amount of each payout. Rounding never changes their sum. */
function toValues(pot: number, payouts: readonly Payout[]): number[] {
  let rest = pot
  const amounts = payouts.map(({ unit, value }) => {
    const paid = unit === 'amount' ? Math.min(value, rest) : 0
    rest -= paid
    return paid
  })
  let percent = 0
  const upTo = (share: number) => Number((BigInt(rest) * BigInt(share)) / 100_00n)
  return payouts.map(({ unit, value }, index) => {
    if (unit === 'amount') return amounts[index] ?? 0
    percent += value
    return upTo(percent) - upTo(percent - value)
  })
}

/** The lines that win or share a prize; none if no entry has the place or a score. */
function findWinners(
  { prize, number }: Payout,
  { places, prizePlaces, scoresOf }: Finish,
  prizeLines: readonly number[],
): readonly number[] {
  if (prize === 'round') {
    const scores = scoresOf(number)
    const best = scores.reduce((least, score) => (least === null || (score ?? least) < least ? score : least), null)
    return listLines(scores, best)
  }
  if (prize === 'place') return listLines(prizePlaces, prizePlaces[prizeLines[number - 1] ?? -1] ?? null)
  return listLines(places, places[places.findLastIndex((place) => place !== null)] ?? null)
}

/** The lines with a place, in the order of their places. */
function sortLines(places: readonly (number | null)[]): number[] {
  const placed = places.flatMap((place, line) => (place === null ? [] : [{ place, line }]))
  return placed.sort((a, b) => a.place - b.place || a.line - b.line).map(({ line }) => line)
}

function listLines(values: readonly (number | null)[], wanted: number | null): number[] {
  return wanted === null ? [] : values.flatMap((value, line) => (value === wanted ? [line] : []))
}

/** Who wins what of the pot of a tournament that has ended, by its fee and its true answers. */
export function awardPrizes(
  { fee, trueAnswers }: Pick<Tournament, 'fee' | 'trueAnswers'>,
  standings: Standings,
  pot: number,
): PotSplit {
  if (fee === undefined) return { awards: [], left: pot }
  const { payouts } = readFee(fee)
  const finish = toFinish(standings)
  const answers = findDecidingAnswers({ fee, trueAnswers })
  const ties = answers === null ? [] : listOrderedTies(standings, payouts, answers)
  return splitPot(pot, payouts, { ...finish, prizePlaces: toPrizePlaces(finish.places, ties) })
}

/** The finish of a pool that has ended, where those who tie share. A round’s score is the strokes of the best three of an entry’s four golfers. */
export function toFinish(standings: Standings): Finish {
  const { pool, golfers, ranking } = standings
  const rows = Array.from(ranking.rowAtLine)
  const places = rows.map((row) => placeOfRow(standings, row))
  return {
    places,
    prizePlaces: places,
    scoresOf(round) {
      const strokes = golfers.map((golfer) =>
        Number([golfer.round1Score, golfer.round2Score, golfer.round3Score, golfer.round4Score][round - 1]),
      )
      return rows.map((row) => {
        const picks = pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow)
        const scores = Array.from(picks, (golfer) => strokes[golfer] ?? Number.NaN).filter(Number.isFinite)
        const counted = scores.toSorted((a, b) => a - b).slice(0, picksPerRow - 1)
        return counted.length < picksPerRow - 1 ? null : counted.reduce((sum, score) => sum + score, 0)
      })
    },
  }
}
