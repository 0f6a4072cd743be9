import { entryNumberOfPick } from '#domain/entry-rules.ts'
import { type EntryNumber, entryNumbers, type Player } from '#domain/tournament.ts'
import type { EntryValues } from './entry-values.ts'

/** Which of the user's entries hold a golfer, besides the one at `pickIndex`: for the note beside his name. */
export function listOtherEntriesWith(
  picks: EntryValues['picks'],
  playerId: number,
  pickIndex: number,
): EntryNumber[] {
  const own = entryNumberOfPick(pickIndex)
  const holders = new Set(picks.flatMap((id, index) => (id === playerId ? [entryNumberOfPick(index)] : [])))
  return entryNumbers.filter((entryNumber) => entryNumber !== own && holders.has(entryNumber))
}

export type RepeatedGolfer = { readonly name: string; readonly entryNumbers: readonly EntryNumber[] }

/** The golfers who stand in more than one of the entries, in the order of the places. */
export function listRepeatedGolfers(
  picks: EntryValues['picks'],
  players: readonly Player[],
): RepeatedGolfer[] {
  const names = new Map(players.map(({ id, name }) => [id, name]))
  const holders = Map.groupBy(
    picks.flatMap((id, pickIndex) =>
      id === null ? [] : [{ id, entryNumber: entryNumberOfPick(pickIndex) }],
    ),
    ({ id }) => id,
  )
  return [...holders].flatMap(([id, held]) =>
    held.length < 2
      ? []
      : [{ name: names.get(id) ?? '', entryNumbers: held.map(({ entryNumber }) => entryNumber) }],
  )
}

/** "Entry 2", "Entries 1 and 3", "Entries 1, 2 and 3" */
export function toEntryList(numbers: readonly EntryNumber[]): string {
  const last = numbers.at(-1)
  if (numbers.length < 2) return `Entry ${last}`
  return `Entries ${numbers.slice(0, -1).join(', ')} and ${last}`
}

type Saving = { isSaving: boolean; isDirty: boolean; isDraftSaved: boolean; isNew: boolean }

/** Where what is on the screen is safe. */
export function toSaveStatus({ isSaving, isDirty, isDraftSaved, isNew }: Saving): string {
  if (isSaving) return 'Saving'
  if (isDirty) return isDraftSaved ? 'Not saved yet. Kept on this device.' : 'Not saved yet.'
  return isNew ? 'Nothing to save yet.' : 'Everything is saved.'
}
