import type { SeasonRow, SeasonRules, TieReason } from '#domain/season/season.ts'
import { toPointsText } from '#domain/season/season-points.ts'
import { toOrdinal } from '#domain/text/format.ts'

export const pointsNames = {
  winner: 'Winner takes most',
  tour: 'Tour style',
  everyone: 'Everyone counts',
  own: 'Own table',
} as const

/** "T2", or "2". */
export function toPlaceText({ place, isShared }: Pick<SeasonRow, 'place' | 'isShared'>): string {
  return `${isShared ? 'T' : ''}${place}`
}

/** One line about the rules of a season. */
export function toRulesText({ points, bestResults }: SeasonRules, tournaments: number): string {
  const table = `${points.table.slice(0, 5).join(', ')}${points.table.length > 5 ? ' and so on' : ''}`
  const name = points.preset === 'own' ? table : pointsNames[points.preset].toLowerCase()
  const best = bestResults === 1 ? 'The best result counts' : `The best ${bestResults} results count`
  return `Points: ${name}. ${bestResults === null ? 'All results count' : best} (${tournaments || 'none'} so far).`
}

/** Why a row is ahead of, behind or tied with a neighbour with the same points. */
export function toTieText(reason: TieReason): string {
  if (reason.kind === 'shared') return `Level with ${reason.with}: nothing separates them.`
  const { other, isAhead, place, own, others } = reason
  const times = (count: number) => (count === 0 ? 'none' : String(count))
  const figures = `${times(own)} against ${times(others)}`
  return `Same points as ${other}, ${isAhead ? 'ahead' : 'behind'} on countback: ${toOrdinal(place)} places, ${figures}.`
}

/** "You are 3rd with 29 points, 11 behind 1st." Undefined for a user without a result. */
export function toOwnText(rows: readonly SeasonRow[], own: SeasonRow | undefined): string | undefined {
  const [first] = rows
  if (own === undefined || first === undefined) return undefined
  const place = `${own.isShared ? 'tied ' : ''}${toOrdinal(own.place)}`
  const text = `You are ${place} with ${toCountedPoints(own.points)}`
  if (own.points < first.points) return `${text}, ${toPointsText(first.points - own.points)} behind 1st.`
  return `${text}.`
}

/** "1 point", "16.5 points". */
function toCountedPoints(hundredths: number): string {
  return `${toPointsText(hundredths)} ${hundredths === 100 ? 'point' : 'points'}`
}
