import type { FieldGolfer } from './field.ts'
import type { FieldError } from './field-error.ts'
import { compareNames } from './name-order.ts'
import { type Player, type Tournament, tiers } from './tournament.ts'

/** A golfer in an organiser's lists: a player before he has an id. */
export type ListedPlayer = Omit<Player, 'id'>

/** Everything of a tournament that its organiser decides, save for the event. */
export type TournamentContent = Pick<Tournament, 'name' | 'start' | 'tiebreakers'> & {
  readonly players: readonly ListedPlayer[]
}

/** Tier by tier in the organiser's order, which is then 0, 1, 2 … in each tier. */
export function toOrderedPlayers<T extends ListedPlayer>(players: readonly T[]): T[] {
  return tiers.flatMap((tier) =>
    players
      .filter((player) => player.tier === tier)
      .toSorted((a, b) => a.order - b.order)
      .map((player, order) => ({ ...player, order })),
  )
}

/** The same golfers in the same tiers and order, whatever their names: those are the feed's. */
export function haveSamePlayers(one: readonly ListedPlayer[], other: readonly ListedPlayer[]): boolean {
  const key = (players: readonly ListedPlayer[]) =>
    toOrderedPlayers(players)
      .map(({ espnId, tier }) => `${tier}:${espnId}`)
      .join()
  return key(one) === key(other)
}

/** Would saving one in the place of the other change anything? */
export function isSameTournamentContent(one: TournamentContent, other: TournamentContent): boolean {
  return (
    one.name === other.name &&
    Date.parse(one.start) === Date.parse(other.start) &&
    one.tiebreakers.every((text, index) => text === other.tiebreakers[index]) &&
    haveSamePlayers(one.players, other.players)
  )
}

/**
 * Why these lists are an "Invalid tournament" (specification, section 5): a golfer in them twice, one who is not in the
 * event's field, one of the field who is in none of them. `known` are golfers who need not be in the field: those of
 * the stored tournament, one of whom may have withdrawn since.
 */
export function findListErrors(
  players: readonly ListedPlayer[],
  field: readonly FieldGolfer[],
  known: ReadonlySet<string> = new Set(),
): FieldError[] {
  const inField = new Set(field.map(({ espnId }) => espnId))
  const listed = new Set<string>()
  const faults = players.flatMap(({ espnId, name }, index) => {
    const isTwice = listed.has(espnId)
    listed.add(espnId)
    if (isTwice) return [{ field: `players.${index}.espnId`, message: `${name} is listed twice` }]
    if (inField.has(espnId) || known.has(espnId)) return []
    return [{ field: `players.${index}.espnId`, message: `${name} is not in the field of the event` }]
  })
  const missing = field.filter(({ espnId }) => !listed.has(espnId)).map(({ name }) => name)
  return [
    ...faults,
    ...missing.toSorted(compareNames).map((name) => ({ field: 'players', message: `${name} is missing` })),
  ]
}
