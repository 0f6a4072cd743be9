import { countHolesPlayed } from '#domain/field/holes-played.ts'
import { toOutClause } from '#domain/standings/entry-figures.ts'
import { formatCount, formatList, toOrdinal } from '#domain/text/format.ts'
import { type PlaceChange, type PlacePart, sumGained } from './place-change.ts'

/** Names of a score on one hole, from 3 under par to 3 over. */
const holeNames = ['albatross', 'eagle', 'birdie', 'par', 'bogey', 'double bogey', 'triple bogey']

/** What a golfer or several golfers did, to follow their names: "eagle", "5 holes in 3 under", "missed the cut". */
export function toGolferClause({ before, now }: Pick<PlacePart, 'before' | 'now'>): string {
  if (now.isDNF) return toOutClause(now)
  if (before.isDNF) return 'back in'
  const strokes = now.relativeScore - before.relativeScore
  const holes = countHolesPlayed(now) - countHolesPlayed(before)
  const isCorrected = now.correction !== null && now.correction.at !== before.correction?.at
  if (isCorrected) return `corrected from ${before.toPar} to ${now.toPar}`
  if (holes <= 0) return `from ${before.toPar} to ${now.toPar}`
  const name = holes === 1 ? holeNames[strokes + 3] : undefined
  if (name !== undefined) return name
  return `${formatCount(holes, 'hole')} in ${Math.abs(strokes)} ${strokes < 0 ? 'under' : 'over'}`
}

/** "Up 5 to 12th", "Still 17th", "Out, from 17th", "Back in, 8th". */
export function toPlaceSummary({ before, now, gained }: PlaceChange): string {
  if (now === null) return before === null ? 'Still out' : `Out, from ${toOrdinal(before)}`
  if (before === null) return `Back in, ${toOrdinal(now)}`
  if (gained === 0) return `Still ${toOrdinal(now)}`
  return `${toGainedText(gained)} to ${toOrdinal(now)}`
}

/** Golfers that one reason names. More are counted. */
const mostNames = 3

/**
 * The reasons of a change of place, the one that explains it best first; their figures sum to the change. Each says what
 * it did, whose golfers and what they played: "Up 3: Z. Upton, eagle", "Down 1: rivals’ Z. Selby, 4 holes in 1 under".
 */
export function listPlaceReasons(change: PlaceChange): string[] {
  return listGroups(change).map(({ isOwn, clause, parts }) => {
    const names = parts.map(({ now }) => now.shortName)
    const golfers = formatList(names.slice(0, mostNames), Math.max(0, names.length - mostNames))
    return `${toGainedText(sumGained(parts))}: ${isOwn ? golfers : `rivals’ ${golfers}`}, ${clause}`
  })
}

/** "Up 3", "Down 2", "No change". */
function toGainedText(gained: number): string {
  if (gained === 0) return 'No change'
  return `${gained > 0 ? 'Up' : 'Down'} ${Math.abs(gained)}`
}

/** Golfers of one reason: all of the entry, or all of others. */
type Group = { isOwn: boolean; clause: string; parts: PlacePart[] }

/** The groups that explain the change best come first. */
function listGroups({ gained, parts }: PlaceChange): Group[] {
  const groups = new Map<string, Group>()
  for (const part of parts) {
    const clause = toGolferClause(part)
    const key = `${part.isOwn} ${clause}`
    const group = groups.get(key) ?? { isOwn: part.isOwn, clause, parts: [] }
    group.parts.push(part)
    groups.set(key, group)
  }
  const weigh = ({ parts }: Group) => (gained === 0 ? Math.abs(sumGained(parts)) : sumGained(parts) * gained)
  return [...groups.values()].sort((a, b) => weigh(b) - weigh(a))
}
