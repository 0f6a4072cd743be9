import type { DnfReason, FieldMember } from '#domain/field/field.ts'
import type { FieldState, Player } from './tournament.ts'

/** A golfer of the lists who is out before the start. `status` is null when the feed no longer lists them. */
export type UnavailableGolfer = {
  readonly player: Player
  readonly status: DnfReason | null
}

/** Up to this many golfers may be missing from the field, however short the list. */
const maxMissingFromShortList = 3

/** Whether more golfers are missing than can have withdrawn, which is a feed error (docs/rules.md, 7.3 and 9.2). */
export function isMajorLoss(missing: number, total: number): boolean {
  return missing > maxMissingFromShortList && missing * 4 > total
}

/**
 * The golfers of the lists who are out before the start (docs/rules.md, 9.2); undefined when the field is empty or
 * incomplete. More than a quarter missing is taken for a feed error rather than withdrawals
 * (docs/decisions/006-withdrawal-notifications.md), unless the field has replaced a provisional one. While it is provisional,
 * nobody is out for being missing (8.8).
 */
export function findUnavailableGolfers(
  players: readonly Player[],
  field: readonly Pick<FieldMember, 'espnId' | 'out'>[],
  fieldState?: FieldState,
): UnavailableGolfer[] | undefined {
  const members = new Map(field.map((member) => [member.espnId, member]))
  const missing = players.filter(({ espnId }) => !members.has(espnId)).length
  const isIncomplete = fieldState === undefined && isMajorLoss(missing, players.length)
  if (members.size === 0 || isIncomplete) return undefined
  return players.flatMap((player): UnavailableGolfer[] => {
    const member = members.get(player.espnId)
    if (member === undefined) return fieldState === 'provisional' ? [] : [{ player, status: null }]
    return member.out === null ? [] : [{ player, status: member.out }]
  })
}
