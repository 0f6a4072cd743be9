import type { OutReason } from '#domain/field.ts'
import type { Player } from '#domain/tournament.ts'
import type { EventField } from '../tournaments/event-lookup.ts'

/** A golfer of the lists who has left the event. `status` is the feed's word; null when it lists him no more. */
export type WithdrawnGolfer = { readonly player: Player; readonly status: OutReason | null }

/** So many may leave a small list. */
const fewMissing = 3

/**
 * Who of the lists has left the event before its start, or why that cannot be said. A missed cut is not looked at: there
 * has been none. An answer without a good part of the field tells of a fault of the feed, not of withdrawals: it must
 * not send mails to everybody.
 */
export function findWithdrawn(
  players: readonly Player[],
  { golfers }: Pick<EventField, 'golfers'>,
): readonly WithdrawnGolfer[] | string {
  if (golfers.length === 0) return 'The sports feed has not published the field of this event yet.'
  const field = new Map(golfers.map((golfer) => [golfer.espnId, golfer]))
  const missing = players.filter(({ espnId }) => !field.has(espnId)).length
  if (missing > fewMissing && missing * 4 > players.length) {
    return `The sports feed lists only ${players.length - missing} of your ${players.length} golfers: it seems incomplete.`
  }
  return players.flatMap((player): WithdrawnGolfer[] => {
    const member = field.get(player.espnId)
    if (!member) return [{ player, status: null }]
    const { out } = member
    return out === 'WD' || out === 'DQ' || out === 'DNS' ? [{ player, status: out }] : []
  })
}
