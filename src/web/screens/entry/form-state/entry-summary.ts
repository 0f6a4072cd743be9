import { formatList } from '#domain/text/format.ts'
import { type EntryNumber, entryNumberOfPick, entryNumbers } from '#domain/tournament/tournament.ts'
import { type EntryValues, pickIndexesOf } from './entry-values.ts'

/** Lists the user's entries that have the golfer, without the entry of `pickIndex`. */
export function listOtherEntriesWith(picks: EntryValues['picks'], playerId: number, pickIndex: number): EntryNumber[] {
  const own = entryNumberOfPick(pickIndex)
  const holders = new Set(picks.flatMap((id, index) => (id === playerId ? [entryNumberOfPick(index)] : [])))
  return entryNumbers.filter((entryNumber) => entryNumber !== own && holders.has(entryNumber))
}

/** The entries whose four golfers are the same (of three entries, at most one group). Empty if all differ. */
function listEqualEntries(picks: EntryValues['picks']): EntryNumber[] {
  const groups = Map.groupBy(entryNumbers, (entryNumber) =>
    pickIndexesOf(entryNumber)
      .map((pickIndex) => picks[pickIndex])
      .join(),
  )
  return [...groups.values()].find((group) => group.length > 1) ?? []
}

/**
 * Equal entries to confirm before a save. Undefined if there are none, or only those of the saved version, which the
 * user has already confirmed (docs/rules.md, 2.7).
 */
export function findNewRepeats(
  picks: EntryValues['picks'],
  saved: EntryValues['picks'] | undefined,
): EntryNumber[] | undefined {
  const equal = listEqualEntries(picks)
  const known = saved === undefined ? [] : listEqualEntries(saved)
  return equal.every((entryNumber) => known.includes(entryNumber)) ? undefined : equal
}

/** "Entry 2", "Entries 1 and 3", "Entries 1, 2, and 3" */
export function toEntryList(numbers: readonly EntryNumber[]): string {
  return `${numbers.length < 2 ? 'Entry' : 'Entries'} ${formatList(numbers.map(String))}`
}
