import type { FieldGolfer } from '#domain/field/field.ts'
import type { FieldError } from '#domain/field-error.ts'
import { compareNames } from '#domain/names/names.ts'
import type { Fee } from '#domain/payments/fee.ts'
import type { LockedDetail } from './locked-change.ts'
import { canShowPickCounts } from './pick-visibility.ts'
import { type Player, type Tier, type Tournament, tierNames, tiers } from './tournament.ts'

/** A golfer in an organiser's lists, without a player id. */
export type ListedPlayer = Omit<Player, 'id' | 'rank'> & {
  /** Undefined keeps the stored rank; null removes it. */
  readonly rank?: number | null | undefined
}

/** The part of a tournament that an organiser can edit: everything but its event (docs/rules.md, 8.4). */
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

/**
 * Changes of an edit after the start that are refused, because the picks rest on them (docs/rules.md, 8.4): the start, the
 * questions, and the golfers with their tiers and order. Messages complete "{field} …"; for a tier they name it, at
 * the first golfer of the edit who is not where they were.
 */
export function listFixedChanges(stored: TournamentContent, submitted: TournamentContent): FieldError[] {
  const errors: FieldError[] = []
  if (Date.parse(stored.start) !== Date.parse(submitted.start))
    errors.push({ field: 'start', message: 'cannot be changed: the tournament has started' })
  stored.tiebreakers.forEach((question, index) => {
    if (question !== submitted.tiebreakers[index])
      errors.push({ field: `tiebreakers.${index}`, message: 'cannot be changed: the tournament has started' })
  })
  for (const tier of tiers) {
    const [before, after] = [listTier(stored.players, tier), listTier(submitted.players, tier)]
    if (before.map(toId).join() === after.map(toId).join()) continue
    const golfer = after.find(({ espnId }, place) => espnId !== before[place]?.espnId) ?? after.at(-1)
    errors.push({
      field: golfer === undefined ? 'players' : `players.${submitted.players.indexOf(golfer)}`,
      message: `tier ${tierNames[tier]} cannot be changed: the tournament has started`,
    })
  }
  return errors
}

const toId = ({ espnId }: ListedPlayer) => espnId

function listTier(players: readonly ListedPlayer[], tier: Tier): ListedPlayer[] {
  return players.filter((player) => player.tier === tier).toSorted((a, b) => a.order - b.order)
}

/** The details that an edit after the start changes, as texts for everybody (docs/rules.md, 2.12). */
export function listDetailChanges(stored: TournamentContent, submitted: TournamentContent): LockedDetail[] {
  const [fee, submittedFee] = [stored.fee ?? null, submitted.fee === undefined ? (stored.fee ?? null) : submitted.fee]
  const { houseRules = '' } = stored
  const details: LockedDetail[] = [
    { field: 'name', before: stored.name, after: submitted.name },
    { field: 'fee', before: describeFee(fee), after: describeFee(submittedFee) },
    { field: 'payouts', before: fee?.payouts ?? '', after: submittedFee?.payouts ?? '' },
    { field: 'houseRules', before: houseRules, after: submitted.houseRules ?? houseRules },
  ]
  return details.filter(({ before, after }) => before !== after)
}

/** The lines of a fee without its payouts; empty without a fee. */
function describeFee(fee: Fee | null): string {
  if (fee === null) return ''
  const lines = [fee.isPerEntry ? `${fee.price} for each of the three entries` : `${fee.price} for each player`]
  if (fee.howToPay !== '') lines.push(`How to pay: ${fee.howToPay}`)
  if (fee.keepsWithdrawn) lines.push('Those who withdraw get no refund.')
  if (fee.countsPaid) lines.push('The pot is what has been received.')
  if (fee.tiesByAnswers) lines.push('The answers decide who gets which prize of those who tie.')
  return lines.join('\n')
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

/** The inputs that decide, before the start, which golfers must stay in their tiers. */
export type PlayerLocks = {
  /** The number of users with an entry. */
  readonly entrantCount: number
  /** How many people picked a golfer, by player id. The browser leaves it empty: picks are hidden. */
  readonly pickersByPlayer: ReadonlyMap<number, number>
}

/** A locked golfer whom an edit removes or moves, and why it must not. */
export type LockViolation = { readonly player: Player; readonly error: FieldError }

/**
 * The locked golfers whom an edit before the start removes or moves to another tier (docs/rules.md, 8.5). `stored` are the
 * saved golfers, `listed` those of the edit, `withdrawn` the athlete ids of golfers who have left the field.
 *
 * Once there is an entry, every golfer of the field is locked, picked or not, so that a refusal does not reveal who was
 * picked. A golfer who has left the field is locked only if picked, or if there are few entrants.
 */
export function findLockViolations(
  stored: readonly Player[],
  listed: readonly ListedPlayer[],
  withdrawn: ReadonlySet<string>,
  locks: PlayerLocks,
): LockViolation[] {
  const indexes = new Map(listed.map(({ espnId }, index) => [espnId, index]))
  return stored.flatMap((player): LockViolation[] => {
    const index = indexes.get(player.espnId)
    if (index !== undefined && listed[index]?.tier === player.tier) return []
    const reason = findLockReason(player, withdrawn.has(player.espnId), locks)
    if (reason === undefined) return []
    const error =
      index === undefined
        ? { field: 'players', message: `${player.name} cannot be removed: ${reason}` }
        : { field: `players.${index}.tier`, message: `${player.name} cannot move to another tier: ${reason}` }
    return [{ player, error }]
  })
}

/**
 * Why a stored golfer must stay in their tier before the start, "3 people have entered"; undefined for those who may move.
 * Without `pickersByPlayer`, that is as much as one can know.
 */
export function findLockReason(
  { id }: Pick<Player, 'id'>,
  hasWithdrawn: boolean,
  { entrantCount, pickersByPlayer }: PlayerLocks,
): string | undefined {
  if (!hasWithdrawn || !canShowPickCounts(entrantCount))
    return entrantCount > 0 ? `${toPeopleText(entrantCount)} entered` : undefined
  const pickers = pickersByPlayer.get(id) ?? 0
  return pickers > 0 ? `${toPeopleText(pickers)} picked this golfer` : undefined
}

/** "1 person has", "12 people have" */
export function toPeopleText(count: number): string {
  return count === 1 ? '1 person has' : `${count} people have`
}
