import { readFee } from '#domain/payments/fee.ts'
import type { Payout } from '#domain/payments/payouts.ts'
import { placeOfRow, rowsOfEntry, type Standings } from '#domain/standings/standings.ts'
import { groupLevel } from '#domain/standings/tie-break.ts'
import { toAnswerNumber } from '#domain/text/answer-number.ts'
import { formatList, toOrdinal } from '#domain/text/format.ts'
import type { Entry, Tournament } from '#domain/tournament/tournament.ts'
import type { FinalPlaces } from './results.ts'

/** How the answers order people who share a place for which there is a prize (docs/rules.md, 13.2). Only money follows it. */

/** People with one place, and their lines in the standings. `steps`: the closest answers first, people who are level together. */
export type OrderedTie = {
  readonly place: number
  readonly size: number
  readonly steps: readonly (readonly TiedPerson[])[]
}

type TiedPerson = Pick<Entry, 'id' | 'name' | 'tiebreakers'> & {
  /** In entry order. */
  readonly lines: readonly number[]
}

type Decided = Pick<Tournament, 'fee' | 'trueAnswers'>

/** The true answers that order prizes; null if ties are split, because the fee says so or no answer is known. */
export function findDecidingAnswers({ fee, trueAnswers = ['', ''] }: Decided): readonly string[] | null {
  return fee?.tiesByAnswers && trueAnswers.some((answer) => toAnswerNumber(answer) !== null) ? trueAnswers : null
}

/** The ties for a place that has a prize, best first. One player's tie with themselves is one, too. */
export function listOrderedTies(
  standings: Standings,
  payouts: readonly Payout[],
  answers: readonly string[],
): OrderedTie[] {
  const { pool, ranking, placed } = standings
  const paid = listPaidPlaces(payouts)
  const ties: OrderedTie[] = []
  const lastPaid = Math.min(Math.max(0, ...paid), placed)
  for (let first = 0, end = 0; first < lastPaid; first = end) {
    const place = placeOf(standings, first)
    end = first + 1
    while (end < placed && placeOf(standings, end) === place) end += 1
    if (end - first < 2 || !paid.some((number) => number > first && number <= end)) continue
    const rows = ranking.rowAtLine.subarray(first, end)
    const people = [...new Set(Array.from(rows, (row) => pool.entryOfRow[row] ?? 0))].flatMap((index) => {
      const entry = pool.entries[index]
      if (entry === undefined) return []
      const lines = rowsOfEntry(pool, index).map((row) => ranking.lineOfRow[row] ?? 0)
      return [{ ...entry, lines: lines.filter((line) => line >= first && line < end) }]
    })
    ties.push({ place: place ?? 0, size: end - first, steps: groupLevel(people, answers) })
  }
  return ties
}

const placeOf = (standings: Standings, line: number) => placeOfRow(standings, standings.ranking.rowAtLine[line] ?? 0)

const listPaidPlaces = (payouts: readonly Payout[]) =>
  payouts.filter(({ prize }) => prize === 'place').map(({ number }) => number)

/**
 * The places by which prizes are given: those of the standings, but within the ties by their order. A player's entries in a tie
 * stand together in entry order; people who are level share theirs.
 */
export function toPrizePlaces(places: readonly (number | null)[], ties: readonly OrderedTie[]): (number | null)[] {
  const prizePlaces = [...places]
  for (const { place, steps } of ties) {
    let next = place
    for (const step of steps) {
      const [only] = step
      const isShared = step.length > 1
      const lines = isShared ? step.flatMap((person) => person.lines) : (only?.lines ?? [])
      lines.forEach((line, index) => {
        prizePlaces[line] = isShared ? next : next + index
      })
      next += lines.length
    }
  }
  return prizePlaces
}

/** Who is tied for which place with a prize, as one text: a correction that changes it makes what was decided void. */
export function toTiedText(finalPlaces: readonly FinalPlaces[], payouts: readonly Payout[]): string {
  const paid = listPaidPlaces(payouts)
  const lines = finalPlaces.flatMap(({ entryId, places }) =>
    places.flatMap((place, index) => (place === null ? [] : [{ place, entry: `${entryId}.${index}` }])),
  )
  return [...Map.groupBy(lines, ({ place }) => place)]
    .filter(([place, { length }]) => length > 1 && paid.some((number) => number >= place && number < place + length))
    .toSorted(([a], [b]) => a - b)
    .map(
      ([place, tied]) =>
        `${place}: ${tied
          .map(({ entry }) => entry)
          .toSorted()
          .join()}`,
    )
    .join('; ')
}

/** More are only counted. */
const maxNamed = 5

/** "T1: Ann, then Bo and Cy, who are level, then Di": the order of a tie. */
function describeTieOrder({ place, steps }: OrderedTie): string {
  const named = steps.slice(0, maxNamed).map((step) => {
    const names = step.slice(0, maxNamed).map(({ name }) => name)
    const text = formatList(names, step.length - names.length)
    return step.length > 1 ? `${text}, who are level` : text
  })
  const more = steps.slice(maxNamed).reduce((sum, step) => sum + step.length, 0)
  return `T${place}: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', then ')}`
}

/**
 * How the prizes of shared places are given, in sentences for everybody: "Prizes of tied entries go by the answers (277 and 62).
 * T1: Ann, then Bo." Empty unless the fee says so and there is such a tie.
 */
export function describePrizeOrder(standings: Standings, decided: Decided & { payouts: readonly Payout[] }): string {
  const { fee, payouts, trueAnswers = ['', ''] } = decided
  if (!fee?.tiesByAnswers) return ''
  const answers = findDecidingAnswers(decided)
  const ties = listOrderedTies(standings, payouts, trueAnswers).filter(({ steps }) => steps.flat().length > 1)
  if (ties.length === 0) return ''
  if (answers === null) {
    const places = formatList(ties.map(({ place }) => toOrdinal(place)))
    return `The answers decide who gets which prize of those who tie for ${places}. Until the organisers give the true answers, they share.`
  }
  const known = formatList(answers.filter((answer) => answer !== ''))
  return `The prizes of those who tie go by the answers (${known}). ${ties.map(describeTieOrder).join('. ')}.`
}

/** What a result says about its ties, in sentences: who wins a shared first place, and how prizes are given. */
export function describeDecisions(standings: Standings, tournament: Decided & Pick<Tournament, 'decision'>): string[] {
  const { fee, decision = '' } = tournament
  const order = fee ? describePrizeOrder(standings, { ...tournament, payouts: readFee(fee).payouts }) : ''
  return [decision, order].filter((sentence) => sentence !== '')
}
