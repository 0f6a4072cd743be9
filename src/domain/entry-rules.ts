import type { FieldError } from './field-error.ts'
import {
  type Entry,
  type EntryNumber,
  entryNumbers,
  type Player,
  picksPerEntryRecord,
  type Tier,
  tierNames,
  tiers,
} from './tournament.ts'

/** What an entry says: everything of it that its owner decides. */
export type EntryContent = {
  /** The answers, in the order of the questions. */
  readonly tiebreakers: readonly string[]
  /** Player ids: entry 1's tiers A to D, then entry 2's, then entry 3's. */
  readonly playerIds: readonly number[]
}

/**
 * What is wrong with these picks of a tournament with these players; empty when nothing is. Twelve picks, at each
 * place one golfer of this tournament and of the tier of the place; a golfer may stand in several of a user's entries
 * (specification, section 9; decisions, section 4).
 */
export function findPickErrors(playerIds: readonly number[], players: readonly Player[]): FieldError[] {
  if (playerIds.length !== picksPerEntryRecord) {
    return [{ field: 'selections', message: `must name ${picksPerEntryRecord} golfers` }]
  }
  const tierOfPlayer = new Map(players.map(({ id, tier }) => [id, tier]))
  return playerIds.flatMap((playerId, place) => {
    const message = findPickError(tierOfPlayer.get(playerId), tierOfPick(place))
    return message === undefined ? [] : [{ field: `selections.${place}.playerId`, message }]
  })
}

/** The tier of a pick, by its index (0 to 11) in an entry record. Throws a RangeError for a negative index. */
export function tierOfPick(pickIndex: number): Tier {
  const tier = tiers[pickIndex % tiers.length]
  if (tier === undefined) throw new RangeError(`There is no pick ${pickIndex}`)
  return tier
}

/** The entry (1 to 3) of a pick, by its index (0 to 11) in an entry record. Throws a RangeError for any other index. */
export function entryNumberOfPick(pickIndex: number): EntryNumber {
  const entryNumber = entryNumbers[Math.floor(pickIndex / tiers.length)]
  if (entryNumber === undefined) throw new RangeError(`There is no pick ${pickIndex}`)
  return entryNumber
}

/** Does the stored entry say exactly this? Then saving it again has no effect (decisions, section 4). */
export function isSameEntry(
  stored: Pick<Entry, 'tiebreakers' | 'selections'>,
  { tiebreakers, playerIds }: EntryContent,
): boolean {
  return (
    isEqualList(stored.tiebreakers, tiebreakers) &&
    isEqualList(
      stored.selections.map((selection) => selection.playerId),
      playerIds,
    )
  )
}

function findPickError(picked: Tier | undefined, wanted: Tier): string | undefined {
  if (picked === undefined) return 'must be a golfer of this tournament'
  return picked === wanted ? undefined : `must be a golfer of tier ${tierNames[wanted]}`
}

function isEqualList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place])
}
