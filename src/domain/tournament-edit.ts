import type { FieldGolfer } from './field.ts'
import type { FieldError } from './field-error.ts'
import { compareNames } from './names.ts'
import { type Player, type Tournament, tiers } from './tournament.ts'

/** A golfer in an organiser's lists: a player without an id. */
export type ListedPlayer = Omit<Player, 'id'>

/** What an organiser can change in a tournament: everything but its event (docs/rules.md, 8.4). */
export type TournamentContent = Pick<Tournament, 'name' | 'start' | 'tiebreakers'> & {
  readonly players: readonly ListedPlayer[]
}

/** The players tier by tier in the organiser's order, renumbered 0, 1, 2 … in each tier. */
export function toOrderedPlayers<T extends ListedPlayer>(players: readonly T[]): T[] {
  return tiers.flatMap((tier) =>
    players
      .filter((player) => player.tier === tier)
      .toSorted((a, b) => a.order - b.order)
      .map((player, order) => ({ ...player, order })),
  )
}

/** Are these the same golfers in the same tiers and order? Names do not count: they are the feed's. */
export function haveSamePlayers(one: readonly ListedPlayer[], other: readonly ListedPlayer[]): boolean {
  const key = (players: readonly ListedPlayer[]) =>
    toOrderedPlayers(players)
      .map(({ espnId, tier }) => `${tier}:${espnId}`)
      .join()
  return key(one) === key(other)
}

/** Are they equal, so that saving one over the other changes nothing? Instants may be written differently. */
export function isSameTournamentContent(one: TournamentContent, other: TournamentContent): boolean {
  return (
    one.name === other.name &&
    Date.parse(one.start) === Date.parse(other.start) &&
    one.tiebreakers.every((text, index) => text === other.tiebreakers[index]) &&
    haveSamePlayers(one.players, other.players)
  )
}

/**
 * The errors that make these lists an "Invalid tournament" (docs/rules.md, 8.1 and 8.3): golfers listed twice, not in
 * the event's field, or missing from the lists. `exemptIds` are athlete ids that need not be in the field: golfers of
 * the stored tournament may have withdrawn since.
 */
export function findListErrors(
  players: readonly ListedPlayer[],
  field: readonly FieldGolfer[],
  exemptIds: ReadonlySet<string> = new Set(),
): FieldError[] {
  const inField = new Set(field.map(({ espnId }) => espnId))
  const listed = new Set<string>()
  const errors = players.flatMap(({ espnId, name }, index) => {
    const isTwice = listed.has(espnId)
    listed.add(espnId)
    if (isTwice) return [{ field: `players.${index}.espnId`, message: `${name} is listed twice` }]
    if (inField.has(espnId) || exemptIds.has(espnId)) return []
    return [{ field: `players.${index}.espnId`, message: `${name} is not in the field of the event` }]
  })
  const missing = field.filter(({ espnId }) => !listed.has(espnId)).map(({ name }) => name)
  return [
    ...errors,
    ...missing.toSorted(compareNames).map((name) => ({ field: 'players', message: `${name} is missing` })),
  ]
}
