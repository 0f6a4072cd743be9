/** An entry of a pool: its record and its number in it. */
export type EntryKey = { readonly entryId: number; readonly entryNumber: number }

/** An entry of a pool by its owner, for results, which have no entry ids. */
export type OwnerKey = { readonly userId: number; readonly entryNumber: number }

/** The address of an entry’s details: `/pool/{tournamentId}?entry={entryId}-{entryNumber}`. */
export function toEntryAddress(tournamentId: number, key: EntryKey): string {
  return `/pool/${tournamentId}?entry=${toEntryText(key)}`
}

/** The address of an entry’s details by its owner: `/pool/{tournamentId}?entry=of-{userId}-{entryNumber}`. */
export function toOwnerAddress(tournamentId: number, { userId, entryNumber }: OwnerKey): string {
  return `/pool/${tournamentId}?entry=of-${userId}-${entryNumber}`
}

export function toEntryText({ entryId, entryNumber }: EntryKey): string {
  return `${entryId}-${entryNumber}`
}

export function parseEntryKey(text: string): EntryKey | OwnerKey | null {
  const [, of, id, number] = /^(of-)?(\d{1,15})-([1-3])$/.exec(text) ?? []
  if (id === undefined) return null
  const entryNumber = Number(number)
  return of === undefined ? { entryId: Number(id), entryNumber } : { userId: Number(id), entryNumber }
}
