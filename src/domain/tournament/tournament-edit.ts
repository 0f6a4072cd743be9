import type { FieldGolfer } from '../field/field.ts'
import type { FieldError } from '../field-error.ts'
import type { Fee } from '../money/fee.ts'
import { compareNames } from '../names/names.ts'
import { type Player, type Tournament, tiers } from './tournament.ts'

/** A golfer in an organiser's lists, without a player id. */
export type ListedPlayer = Omit<Player, 'id' | 'rank'> & {
  /** Undefined keeps the stored rank; null removes it. */
  readonly rank?: number | null | undefined
}

/** What an organiser can change in a tournament: everything but its event (docs/rules.md, 8.4). */
export type TournamentContent = Pick<Tournament, 'name' | 'start' | 'followsFeed' | 'tiebreakers' | 'houseRules'> & {
  readonly players: readonly ListedPlayer[]
  /** Undefined keeps the stored fee; null removes it. */
  readonly fee?: Fee | null | undefined
}

/** The golfers tier by tier in the organiser's order, renumbered 0, 1, 2 … in each tier. */
export function toOrderedPlayers<T extends ListedPlayer>(players: readonly T[]): T[] {
  return tiers.flatMap((tier) =>
    players
      .filter((player) => player.tier === tier)
      .toSorted((a, b) => a.order - b.order)
      .map((player, order) => ({ ...player, order })),
  )
}

/** Whether these are the same golfers in the same tiers and order. Names are the feed's and do not count. */
export function haveSamePlayers(listed: readonly ListedPlayer[], other: readonly ListedPlayer[]): boolean {
  const key = (players: readonly ListedPlayer[]) =>
    toOrderedPlayers(players)
      .map(({ espnId, tier }) => `${tier}:${espnId}`)
      .join()
  return key(listed) === key(other)
}

/** The submitted golfers with the ranks to store: a golfer without one keeps the stored rank. */
export function withRanks(submitted: readonly ListedPlayer[], stored: readonly ListedPlayer[]): ListedPlayer[] {
  const ranks = new Map(stored.map(({ espnId, rank }) => [espnId, rank]))
  return submitted.map(({ rank: submittedRank, ...player }) => {
    const rank = submittedRank === undefined ? ranks.get(player.espnId) : submittedRank
    return rank == null ? player : { ...player, rank }
  })
}

/** Whether saving `submitted` over `stored` changes nothing. Instants may be written differently. */
export function isSameTournamentContent(stored: TournamentContent, submitted: TournamentContent): boolean {
  return (
    stored.name === submitted.name &&
    Date.parse(stored.start) === Date.parse(submitted.start) &&
    (submitted.followsFeed ?? stored.followsFeed ?? false) === (stored.followsFeed ?? false) &&
    stored.tiebreakers.every((text, index) => text === submitted.tiebreakers[index]) &&
    haveSamePlayers(stored.players, submitted.players) &&
    haveSameRanks(stored.players, submitted.players) &&
    (submitted.houseRules ?? stored.houseRules ?? '') === (stored.houseRules ?? '') &&
    (submitted.fee === undefined || JSON.stringify(stored.fee ?? null) === JSON.stringify(submitted.fee))
  )
}

function haveSameRanks(stored: readonly ListedPlayer[], submitted: readonly ListedPlayer[]): boolean {
  const ranks = new Map(stored.map(({ espnId, rank }) => [espnId, rank ?? null]))
  return withRanks(submitted, stored).every(({ espnId, rank = null }) => rank === (ranks.get(espnId) ?? null))
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
