import type { FieldState, Player } from '#domain/tournament/tournament.ts'
import { findUnavailableGolfers, type UnavailableGolfer } from '#domain/tournament/unavailable-golfers.ts'
import type { EventWithField } from '#server/feed/score-source.ts'
import { fieldNotPublished } from './event-lookup.ts'

/**
 * Finds listed golfers who left the event before the start, or returns a text that says why this cannot be determined.
 * Ignores missed cuts: there are none before the start, and a feed fault must not email everyone.
 */
export function findWithdrawnGolfers(
  players: readonly Player[],
  { golfers, unidentified = [] }: Pick<EventWithField, 'golfers' | 'unidentified'>,
  fieldState?: FieldState,
): readonly UnavailableGolfer[] | string {
  const out = findUnavailableGolfers(players, golfers, fieldState)
  // The feed lists them, although without an id.
  const isListed = ({ player }: UnavailableGolfer) => unidentified.includes(player.name)
  if (out !== undefined)
    return out.filter((golfer) => golfer.status !== 'CUT' && golfer.status !== 'MDF' && !isListed(golfer))
  if (golfers.length === 0) return fieldNotPublished
  const field = new Set(golfers.map(({ espnId }) => espnId))
  const found = players.filter(({ espnId }) => field.has(espnId)).length
  return `Only ${found} of your ${players.length} golfers are in the field, so it seems incomplete.`
}
