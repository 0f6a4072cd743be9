import type { RankedGolferResponse } from '#contract/tournament-setup-contract.ts'
import type { Ranks } from '#web/screens/tournament/values/tournament-values.ts'

/** The golfers that an organiser should check, by athlete id. */
export type GolferMarks = ReadonlyMap<string, GolferMark>

export type GolferMark = {
  readonly kind: 'unranked' | 'check'
  /** An explanation; may be empty. */
  readonly note: string
}

/** Golfers without a rank, and names that are only similar or unclear (docs/rules.md, 8.6). */
export function toGolferMarks(golfers: readonly RankedGolferResponse[]): GolferMarks {
  const toMark = ({ match, rankedAs }: RankedGolferResponse): GolferMark => {
    if (match === 'none') return unranked
    const names = rankedAs.map(({ rank, name }) => `${name} (${rank})`).join(' or ')
    return { kind: 'check', note: `${match === 'similar' ? 'ranked as' : 'may be'} ${names}` }
  }
  const marked = golfers.filter(({ match }) => match !== 'same')
  return new Map(marked.map((golfer) => [golfer.espnId, toMark(golfer)]))
}

/** The mark of a golfer. After a reload only the ranks are left: a golfer without one is unranked. */
export function findMark(espnId: string | null | undefined, ranks: Ranks, marks: GolferMarks): GolferMark | undefined {
  if (espnId == null) return undefined
  const isUnranked = Object.keys(ranks).length > 0 && ranks[espnId] === undefined
  return marks.get(espnId) ?? (isUnranked ? unranked : undefined)
}

const unranked: GolferMark = { kind: 'unranked', note: '' }

/** "140 ranked, 12 unranked, 4 to check" */
export function describeMarks(golferCount: number, marks: GolferMarks): string {
  const kinds = [...marks.values()].map(({ kind }) => kind)
  const unranked = kinds.filter((kind) => kind === 'unranked').length
  const toCheck = kinds.length - unranked
  const parts = [`${golferCount - kinds.length} ranked`]
  if (unranked > 0) parts.push(`${unranked} unranked`)
  if (toCheck > 0) parts.push(`${toCheck} to check`)
  return parts.join(', ')
}
