import type { GolferWithdrawals } from '#contract/organiser-message-contract.ts'
import type { FieldMember } from '#domain/field/field.ts'
import { splitIntoTiers } from '#domain/tournament/tier-proposal.ts'
import { type Player, type Tier, tiers } from '#domain/tournament/tournament.ts'
import { proposeTiers, type TierSources } from './tier-proposal.ts'

/**
 * The golfers who joined the field after the tiers were made, each with the tier that the ranking proposes for tiers of
 * these sizes; without a ranking, tier D (docs/rules.md, 9.2).
 */
export async function proposeNewcomers(
  options: TierSources,
  espnId: string,
  { field, players }: { field: readonly FieldMember[]; players: readonly Player[] },
): Promise<GolferWithdrawals['newcomers']> {
  const listed = new Set(players.map((player) => player.espnId))
  const newcomers = field.filter((golfer) => !listed.has(golfer.espnId))
  if (newcomers.every(({ out }) => out !== null)) return []
  const { golfers } = await proposeTiers(options, { espnId, source: 'field' })
  const sizeOf = (tier: Tier) => players.filter((player) => player.tier === tier).length
  const proposed = splitIntoTiers(golfers, [sizeOf(0), sizeOf(1), sizeOf(2)])
  // Newcomers get ranks only if the other golfers have some: otherwise players see places.
  const hasRanks = players.some(({ rank }) => rank !== undefined)
  return newcomers.map(({ name, espnId }) => {
    const isThis = (golfer: { espnId: string }) => golfer.espnId === espnId
    const { by = 'name', rank = null } = golfers.find(isThis) ?? {}
    const tier = by === 'name' ? undefined : tiers.find((proposedTier) => proposed[proposedTier].some(isThis))
    return { name, espnId, tier: tier ?? 3, ...(hasRanks && by === 'world' && rank !== null && { rank }) }
  })
}
