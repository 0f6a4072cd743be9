import type { Player } from '#domain/tournament.ts'
import { findUnavailableGolfers, type UnavailableGolfer } from '#domain/unavailable-golfers.ts'
import type { EventWithField } from '../tournaments/event-lookup.ts'

/**
 * Who of the lists has left the event before its start, or why that cannot be said. A missed cut is not looked at: there
 * has been none, and a fault of the feed must not send mails to everybody.
 */
export function findWithdrawnGolfers(
  players: readonly Player[],
  { golfers }: Pick<EventWithField, 'golfers'>,
): readonly UnavailableGolfer[] | string {
  const out = findUnavailableGolfers(players, golfers)
  if (out !== undefined) return out.filter(({ status }) => status !== 'CUT' && status !== 'MDF')
  if (golfers.length === 0) return 'The sports feed has not published the field of this event yet.'
  const field = new Set(golfers.map(({ espnId }) => espnId))
  const found = players.filter(({ espnId }) => field.has(espnId)).length
  return `The sports feed lists only ${found} of your ${players.length} golfers, so its field seems incomplete.`
}
