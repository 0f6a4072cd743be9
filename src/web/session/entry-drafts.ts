import * as z from 'zod/mini'
import { picksPerEntryRecord } from '#domain/tournament.ts'

const entryDraft = z.object({
  /** Player ids at their twelve places, null where nobody is picked yet. */
  picks: z.array(z.nullable(z.int())).check(z.length(picksPerEntryRecord)),
  answers: z.tuple([z.string(), z.string()]),
  /** The version of the saved entry that this is to change; 0 for a new one. */
  version: z.int(),
  keptAt: z.iso.datetime(),
})

/** What somebody has picked and not saved yet: it outlives a closed tab, and goes when its owner signs out. */
export type EntryDraft = z.infer<typeof entryDraft>

export type DraftOwner = { readonly userId: number; readonly tournamentId: number }

export function findEntryDraft(storage: Storage, owner: DraftOwner): EntryDraft | undefined {
  try {
    return entryDraft.parse(JSON.parse(storage.getItem(keyOf(owner)) ?? 'null'))
  } catch {
    return undefined
  }
}

/** False when this browser keeps nothing: no room, or switched off. */
export function keepEntryDraft(storage: Storage, owner: DraftOwner, draft: EntryDraft): boolean {
  try {
    storage.setItem(keyOf(owner), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropEntryDraft(storage: Storage, owner: DraftOwner): void {
  storage.removeItem(keyOf(owner))
}

/** All of one user's: nothing of him stays behind when he signs out. */
export function dropEntryDrafts(storage: Storage, userId: number): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  for (const key of keys) if (key.startsWith(prefixOf(userId))) storage.removeItem(key)
}

function keyOf({ userId, tournamentId }: DraftOwner): string {
  return `${prefixOf(userId)}${tournamentId}`
}

function prefixOf(userId: number): string {
  return `player-pool:entry-draft:${userId}:`
}
