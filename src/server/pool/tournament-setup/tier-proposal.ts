import type { TierProposalRequest, TierProposalResponse } from '#contract/tournament-setup-contract.ts'
import type { FieldMember } from '#domain/field/field.ts'
import { countedTournaments, rankByEarlierLists, sortForTiers } from '#domain/tournament/tier-proposal.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type EventLookup, fieldNotPublished } from '#server/pool/tournaments/event-lookup.ts'
import { listPlayers, listTournaments } from '#server/pool/tournaments/tournament-store.ts'
import { matchRanking, type RankedName, type RankMatch, unranked } from './ranked-names.ts'
import { parseRankingFile } from './ranking-file.ts'
import type { SetupSources } from './setup-sources.ts'

export type TierSources = { db: Db; events: EventLookup; sources: SetupSources }

/** The golfers' matches in the order of the field, or the reason why there are none. */
type Ranked = Pick<TierProposalResponse, 'asOf' | 'reason'> & { readonly matches: readonly RankMatch[] | null }

/** The field of an event in the order of a ranking (docs/rules.md, 8.6). A source that fails is a reason, not an error. */
export async function proposeTiers(options: TierSources, request: TierProposalRequest): Promise<TierProposalResponse> {
  // The file first: only the organiser can correct its errors.
  const names = request.source === 'file' ? parseRankingFile(request.file) : null
  const field = await findField(options.events, request.espnId)
  if (typeof field === 'string') return { golfers: [], asOf: null, reason: field }
  const { matches, asOf, reason } =
    names === null ? await rankField(options, request, field) : await fromNames(field, names, null, null)
  if (matches === null) return { golfers: [], asOf, reason }
  const golfers = field.map(({ name, espnId, out }, index) => {
    const { rank, kind, names: rankedAs } = matches[index] ?? unranked
    return { name, espnId, out, rank, match: kind, rankedAs: [...rankedAs] }
  })
  return { golfers: sortForTiers(golfers), asOf, reason }
}

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

async function rankField(
  { db, sources }: TierSources,
  { source, espnId }: TierProposalRequest,
  field: readonly FieldMember[],
): Promise<Ranked> {
  if (source === 'earlier') return fromEarlierTournaments(field, await rankByEarlierTournaments(db, espnId))
  if (sources.worldRanking === null) return noMatches('No world ranking is configured (RANKING_URL).')
  const { value, asOf, failure } = await sources.worldRanking.get()
  return value === null ? noMatches(failure) : fromNames(field, value, asOf, failure)
}

function noMatches(reason: string | null): Ranked {
  return { matches: null, asOf: null, reason }
}

async function fromNames(
  field: readonly FieldMember[],
  names: readonly RankedName[],
  asOf: string | null,
  reason: string | null,
): Promise<Ranked> {
  const matches = await matchRanking(field, names)
  if (matches.every(({ kind }) => kind === 'none')) return noMatches('No golfer in the field is in the ranking.')
  return { matches, asOf, reason }
}

function fromEarlierTournaments(field: readonly FieldMember[], ranks: ReadonlyMap<string, number>): Ranked {
  const matches = field.map(({ espnId }): RankMatch => {
    const rank = ranks.get(espnId)
    return rank === undefined ? unranked : { rank, kind: 'same', names: [] }
  })
  if (matches.every(({ rank }) => rank === null)) {
    return noMatches('No golfer in the field was on the lists of an earlier tournament.')
  }
  return { matches, asOf: null, reason: null }
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
