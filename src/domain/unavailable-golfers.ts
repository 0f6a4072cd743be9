import type { Player } from './tournament.ts'

/** One golfer of the event's field. `status` is the feed's word for why he is out ("WD"); null when he is not. */
export type EventGolfer<Status extends string> = { readonly espnId: string; readonly status: Status | null }

/** A golfer of the lists who is out before the start. `status` is the feed's word; null when it lists him no more. */
export type UnavailableGolfer<Status extends string> = {
  readonly player: Player
  readonly status: Status | null
}

/** So many may leave a small list. */
const maxMissingFromShortList = 3

/**
 * Who of the lists is out before the start; undefined when the field does not tell. One that is empty is not published
 * yet, and one without a good part of the lists tells of a fault of the feed, not of withdrawals
 * (docs/decisions/006-withdrawal-notifications.md).
 */
export function findUnavailableGolfers<Status extends string>(
  players: readonly Player[],
  field: readonly EventGolfer<Status>[],
): UnavailableGolfer<Status>[] | undefined {
  const members = new Map(field.map((member) => [member.espnId, member]))
  const missing = players.filter(({ espnId }) => !members.has(espnId)).length
  if (members.size === 0 || (missing > maxMissingFromShortList && missing * 4 > players.length))
    return undefined
  return players.flatMap((player): UnavailableGolfer<Status>[] => {
    const member = members.get(player.espnId)
    if (member === undefined) return [{ player, status: null }]
    return member.status === null ? [] : [{ player, status: member.status }]
  })
}
