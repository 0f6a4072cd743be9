import type { RankedGolferResponse } from '#contract/tournament-setup-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import { describeOrder } from '#domain/tournament/tier-proposal.ts'
import type { Ranks } from '#web/screens/tournament/values/tournament-values.ts'

/** The golfers that an organiser should check, by athlete id. */
export type GolferMarks = ReadonlyMap<string, GolferMark>

export type GolferMark = {
  readonly kind: 'unranked' | 'check'
  /** An explanation; may be empty. */
  readonly note: string
}

/** Golfers without a rank, and names that are only similar or unclear (docs/rules.md, 8.6); none in a field by name. */
export function toGolferMarks(golfers: readonly RankedGolferResponse[]): GolferMarks {
  if (golfers.every(({ by, match }) => by === 'name' && match === 'none')) return new Map()
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

/** "149 by world rank, 7 by name. 4 names to check." */
export function describeProposal(golfers: readonly RankedGolferResponse[], marks: GolferMarks): string {
  const toCheck = [...marks.values()].filter(({ kind }) => kind === 'check').length
  const listed = `All ${golfers.length} golfers of the field are listed: ${describeOrder(golfers)}.`
  return toCheck === 0 ? listed : `${listed} ${formatCount(toCheck, 'name')} to check.`
}
