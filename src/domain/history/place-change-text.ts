import { countHolesPlayed } from '#domain/field/holes-played.ts'
import { toOutClause } from '#domain/standings/entry-figures.ts'
import { formatCount, formatList, toOrdinal } from '#domain/text/format.ts'
import { type PlaceChange, type PlacePart, sumGained } from './place-change.ts'

/** Names of scores on one hole. Element 0 is 3 under par. */
const holeNames = ['albatross', 'eagle', 'birdie', 'par', 'bogey', 'double bogey', 'triple bogey']

/** A clause for one golfer or several: "made eagle", "played 5 holes in 3 under", "missed the cut". */
export function toGolferClause({ before, now }: Pick<PlacePart, 'before' | 'now'>): string {
  if (now.isDNF) return now.position === 'DQ' ? 'got disqualified' : toOutClause(now)
  if (before.isDNF) return 'came back in'
  const strokes = now.relativeScore - before.relativeScore
  const holes = countHolesPlayed(now) - countHolesPlayed(before)
  const isCorrected = now.correction !== null && now.correction.at !== before.correction?.at
  if (isCorrected) return `got a correction from ${before.toPar} to ${now.toPar}`
  if (holes <= 0) return `went from ${before.toPar} to ${now.toPar}`
  const name = holes === 1 ? holeNames[strokes + 3] : undefined
  if (name !== undefined) return `made ${name}`
  return `played ${formatCount(holes, 'hole')} in ${Math.abs(strokes)} ${strokes < 0 ? 'under' : 'over'}`
}

/** Reasons in a sentence. The others are summed. */
const mostReasons = 3

/**
 * The change of a place with its main reasons, whose figures sum to it: "Up 5 to 12th: Scottie Scheffler made eagle
 * (up 3) and 2 of the rivals’ golfers missed the cut (up 2)."
 */
export function toPlaceSentence(change: PlaceChange): string {
  const groups = listGroups(change)
  const reasons = groups.slice(0, mostReasons).map(({ isOwn, clause, parts }) => {
    const names = parts.map(({ now }) => now.fullName)
    const golfers = isOwn || names.length === 1 ? formatList(names) : `${names.length} of the rivals’ golfers`
    return `${golfers} ${clause} (${toGainedText(sumGained(parts))})`
  })
  const others = groups.slice(mostReasons).flatMap(({ parts }) => parts)
  if (others.length > 0) reasons.push(`${formatCount(others.length, 'other')} (${toGainedText(sumGained(others))})`)
  return `${toMove(change)}: ${reasons.length > 0 ? formatList(reasons) : 'nothing changed it'}.`
}

/** "up 3", "down 2", "no change". */
function toGainedText(gained: number): string {
  return gained === 0 ? 'no change' : `${gained > 0 ? 'up' : 'down'} ${Math.abs(gained)}`
}

function toMove({ before, now, gained }: PlaceChange): string {
  if (now === null) return before === null ? 'Still out' : `Out, from ${toOrdinal(before)}`
  if (before === null) return `Back in, ${toOrdinal(now)}`
  if (gained === 0) return `Still ${toOrdinal(now)}`
  return `${gained > 0 ? 'Up' : 'Down'} ${Math.abs(gained)} to ${toOrdinal(now)}`
}

/** Golfers to whom the same happened, all of the entry or all of others. */
type Group = { isOwn: boolean; clause: string; parts: PlacePart[] }

/** The groups, sorted so that those that explain most of the change come first. */
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
