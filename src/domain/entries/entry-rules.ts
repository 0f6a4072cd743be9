import type { FieldError } from '../field-error.ts'
import {
  type Entry,
  type EntryNumber,
  entryNumbers,
  type Player,
  picksPerEntryRecord,
  type Tier,
  tierNames,
  tiers,
} from '../tournament/tournament.ts'

/** The part of an entry record that its owner decides. */
export type EntryContent = {
  /** The answers, in the order of the questions. */
  readonly tiebreakers: readonly string[]
  /** Player ids: entry 1's tiers A to D, then entry 2's, then entry 3's. */
  readonly playerIds: readonly number[]
}

/**
 * The errors in the picks of an entry record (docs/rules.md, 2.1); empty if there are none. There must be twelve, each
 * of this tournament and of its tier. The same golfer may be in several entries.
 */
export function findPickErrors(playerIds: readonly number[], players: readonly Player[]): FieldError[] {
  if (playerIds.length !== picksPerEntryRecord) {
    return [{ field: 'selections', message: `must name ${picksPerEntryRecord} golfers` }]
  }
  const tierOfPlayer = new Map(players.map(({ id, tier }) => [id, tier]))
  return playerIds.flatMap((playerId, index) => {
    const message = findPickError(tierOfPlayer.get(playerId), tierOfPick(index))
    return message === undefined ? [] : [{ field: `selections.${index}.playerId`, message }]
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

/** Whether the stored entry has this content. Saving it again then has no effect (docs/rules.md, 2.5). */
export function isSameEntry(
  stored: Pick<Entry, 'tiebreakers' | 'selections'>,
  { tiebreakers, playerIds }: EntryContent,
): boolean {
  return (
    isSameList(stored.tiebreakers, tiebreakers) &&
    isSameList(
      stored.selections.map((selection) => selection.playerId),
      playerIds,
    )
  )
}

function findPickError(picked: Tier | undefined, required: Tier): string | undefined {
  if (picked === undefined) return 'must be a golfer of this tournament'
  return picked === required ? undefined : `must be a golfer of tier ${tierNames[required]}`
}

function isSameList<T>(list: readonly T[], other: readonly T[]): boolean {
  return list.length === other.length && list.every((item, index) => item === other[index])
}
