import type { TierProposalRequest, TierProposalResponse } from '#contract/tournament-setup-contract.ts'
import type { FieldMember } from '#domain/field/field.ts'
import {
  countedTournaments,
  rankByEarlierLists,
  sortForTiers,
  type TierOrder,
} from '#domain/tournament/tier-proposal.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type EventLookup, fieldNotPublished } from '#server/pool/tournaments/event-lookup.ts'
import { listPlayers, listTournaments } from '#server/pool/tournaments/tournament-store.ts'
import { matchRanking, type RankedName, type RankMatch, unranked } from './ranked-names.ts'
import { parseRankingFile } from './ranking-file.ts'
import type { SetupSources } from './setup-sources.ts'

export type TierSources = { db: Db; events: EventLookup; sources: SetupSources }

/** The golfers' claims in the order of the field, or the reason why there are none. */
type Ranked = Pick<TierProposalResponse, 'asOf' | 'reason'> & { readonly claims: readonly Claim[] | null }

/** A golfer's match, and by what the golfer is ordered. */
type Claim = RankMatch & { readonly by: TierOrder }

/** The field of an event, best first (docs/rules.md, 8.6). A source that fails is a reason, not an error. */
export async function proposeTiers(options: TierSources, request: TierProposalRequest): Promise<TierProposalResponse> {
  // The file first: only the organiser can correct its errors.
  const names = request.source === 'file' ? parseRankingFile(request.file) : null
  const field = await findField(options.events, request.espnId)
  if (typeof field === 'string') return { golfers: [], asOf: null, reason: field }
  const { claims, asOf, reason } =
    names === null ? await rankField(options, request, field) : await rankByFile(field, names)
  if (claims === null) return { golfers: [], asOf, reason }
  const golfers = field.map(({ name, espnId, out }, index) => {
    const { by, rank, kind, names: rankedAs } = claims[index] ?? unclaimed
    return { name, espnId, out, by, rank, match: kind, rankedAs: [...rankedAs] }
  })
  return { golfers: sortForTiers(golfers), asOf, reason }
}

const unclaimed: Claim = { ...unranked, by: 'name' }

/** The golfers of the event, or why there are none. */
async function findField(events: EventLookup, espnId: string): Promise<readonly FieldMember[] | string> {
  try {
    const { golfers } = await events.find(espnId)
    return golfers.length > 0 ? golfers : fieldNotPublished
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return error.message
  }
}

async function rankByFile(field: readonly FieldMember[], names: readonly RankedName[]): Promise<Ranked> {
  const claims = (await matchRanking(field, names)).map(toClaim('file'))
  return claims.some(isKnown)
    ? { claims, asOf: null, reason: null }
    : noClaims('No golfer in the field is in the file.')
}

async function rankField(
  { db, sources }: TierSources,
  { source, espnId }: TierProposalRequest,
  field: readonly FieldMember[],
): Promise<Ranked> {
  const ranks = await rankByEarlierTournaments(db, espnId)
  const earlier = field.map((golfer): Claim => {
    const rank = ranks.get(golfer.espnId)
    return rank === undefined ? unclaimed : { by: 'earlier', rank, kind: 'same', names: [] }
  })
  if (source === 'earlier') {
    if (earlier.some(isKnown)) return { claims: earlier, asOf: null, reason: null }
    return noClaims('No golfer in the field was on the lists of an earlier tournament.')
  }
  const ranking = await sources.worldRanking?.get()
  if (ranking === undefined) return { claims: earlier, asOf: null, reason: null }
  const { value, asOf, failure } = ranking
  if (value === null) return { claims: earlier, asOf: null, reason: failure }
  const world = (await matchRanking(field, value)).map(toClaim('world'))
  // A golfer whom the world ranking may know, but not for sure, is still to be checked.
  const claims = world.map((claim, index) => (isKnown(claim) ? claim : { ...claim, ...toOrder(earlier[index]) }))
  return { claims, asOf, reason: failure }
}

const toClaim = (by: TierOrder) => (match: RankMatch) => ({ ...match, by: match.rank === null ? 'name' : by }) as const

const isKnown = ({ rank }: RankMatch) => rank !== null

const toOrder = ({ by, rank }: Claim = unclaimed) => ({ by, rank })

function noClaims(reason: string): Ranked {
  return { claims: null, asOf: null, reason }
}

/** The golfers' ranks by athlete id, from the tier lists of the pool's other tournaments (docs/rules.md, 8.6). */
async function rankByEarlierTournaments(db: Db, espnId: string): Promise<Map<string, number>> {
  const lists = []
  for (const tournament of await listTournaments(db)) {
    if (tournament.espnId === espnId) continue
    const players = await listPlayers(db, tournament.id)
    // An imported tournament has no lists.
    if (players.length > 0) lists.push(players)
    if (lists.length === countedTournaments) break
  }
  return rankByEarlierLists(lists)
}
