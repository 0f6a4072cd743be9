import { findDnfReason, type Golfer, noValue } from '../field/field.ts'
import { toOutClause } from '../standings/entry-figures.ts'
import { formatCount, formatList, toOrdinal } from '../text/format.ts'
import type { PlaceChange, PlacePart } from './place-change.ts'

/** What was played on one hole, by its strokes to par. */
const holeNames = new Map([
  [-3, 'albatross'],
  [-2, 'eagle'],
  [-1, 'birdie'],
  [1, 'bogey'],
  [2, 'double bogey'],
  [3, 'triple bogey'],
])

/** What happened to a golfer, for one or several: "made eagle", "played 5 holes in 3 under", "missed the cut". */
export function toGolferClause({ before, now }: Pick<PlacePart, 'before' | 'now'>): string {
  if (now.isDNF)
    return now.position === 'DQ' ? 'got disqualified' : findDnfReason(now) ? toOutClause(now) : 'left the field'
  if (before.isDNF) return 'came back in'
  const strokes = now.relativeScore - before.relativeScore
  const holes = countHoles(now) - countHoles(before)
  const isCorrected = now.correction !== null && now.correction.at !== before.correction?.at
  if (holes <= 0 || isCorrected)
    return `${isCorrected ? 'got a correction' : 'went'} from ${before.toPar} to ${now.toPar}`
  const name = holes === 1 ? holeNames.get(strokes) : undefined
  if (name !== undefined) return `made ${name}`
  return `played ${formatCount(holes, 'hole')} in ${Math.abs(strokes)} ${strokes < 0 ? 'under' : 'over'}`
}

/** Holes played in all rounds; 0 if only the score to par is known. */
function countHoles({ thru, round1Score, round2Score, round3Score, round4Score }: Golfer): number {
  const rounds = [round1Score, round2Score, round3Score, round4Score].filter((strokes) => strokes !== noValue).length
  return rounds > 0 && /^\d/.test(thru) ? (rounds - 1) * 18 + Number(thru) : rounds * 18
}

/** Golfers to whom the same happened, all of the entry or all of others. */
type Group = { isOwn: boolean; clause: string; names: string[]; gained: number }

/** In a sentence; the other golfers are summed. */
const mostGroups = 3

/**
 * The change of a place with its main reasons, whose figures sum to it: "Up 5 to 12th: Scottie Scheffler made eagle
 * (up 3), and 2 of the rivals’ golfers missed the cut (up 2)."
 */
export function toPlaceSentence(change: PlaceChange): string {
  const groups = listGroups(change)
  const clauses = groups.slice(0, mostGroups).map(({ isOwn, clause, names, gained }) => {
    const golfers = isOwn || names.length === 1 ? formatList(names) : `${names.length} of the rivals’ golfers`
    return { text: `${golfers} ${clause}`, gained }
  })
  const others = groups.slice(mostGroups)
  if (others.length > 0) {
    const count = others.reduce((sum, { names }) => sum + names.length, 0)
    clauses.push({ text: formatCount(count, 'other'), gained: others.reduce((sum, { gained }) => sum + gained, 0) })
  }
  const reasons =
    clauses.length > 1
      ? clauses.map(({ text, gained }) => `${text} (${toGainedText(gained)})`)
      : clauses.map(({ text }) => text)
  return `${toMove(change)}: ${reasons.length > 0 ? formatList(reasons) : 'nothing changed it'}.`
}

/** "up 3", "down 2", "no change". */
function toGainedText(gained: number): string {
  if (gained === 0) return 'no change'
  return gained > 0 ? `up ${gained}` : `down ${-gained}`
}

function toMove({ before, now, gained }: PlaceChange): string {
  if (now === null) return before === null ? 'Still out' : `Out, from ${toOrdinal(before)}`
  if (before === null) return `Back in, ${toOrdinal(now)}`
  if (gained === 0) return `Still ${toOrdinal(now)}`
  return `${gained > 0 ? 'Up' : 'Down'} ${Math.abs(gained)} to ${toOrdinal(now)}`
}

/** Those that explain the change best come first. */
function listGroups({ gained, parts }: PlaceChange): Group[] {
  const groups = new Map<string, Group>()
  for (const part of parts) {
    const clause = toGolferClause(part)
    const key = `${part.isOwn} ${clause}`
    const group = groups.get(key) ?? { isOwn: part.isOwn, clause, names: [], gained: 0 }
    group.names.push(part.now.fullName)
    group.gained += part.gained
    groups.set(key, group)
  }
  const weigh = (group: Group) => (gained === 0 ? Math.abs(group.gained) : group.gained * gained)
  return [...groups.values()].sort((a, b) => weigh(b) - weigh(a))
}
