import type * as z from 'zod/mini'

/** Whose draft it is, and of which tournament; 0 is one that is being made. */
export type DraftOwner = { readonly userId: number; readonly tournamentId: number }

/**
 * What somebody has filled in and not saved yet, by owner: it outlives a closed tab, and goes when its owner signs
 * out. `schema` reads what an older build may have kept.
 */
export function createDraftStore<Draft>(kind: string, schema: z.ZodMiniType<Draft>) {
  const keyOf = ({ userId, tournamentId }: DraftOwner) => `${prefixOf(userId)}${kind}:${tournamentId}`

  return {
    find(storage: Storage, owner: DraftOwner): Draft | undefined {
      try {
        return schema.parse(JSON.parse(storage.getItem(keyOf(owner)) ?? 'null'))
      } catch {
        return undefined
      }
    },

    /** False when this browser keeps nothing: no room, or switched off. */
    save(storage: Storage, owner: DraftOwner, draft: Draft): boolean {
      try {
        storage.setItem(keyOf(owner), JSON.stringify(draft))
        return true
      } catch {
        return false
      }
    },

    remove(storage: Storage, owner: DraftOwner): void {
      storage.removeItem(keyOf(owner))
    },
  }
}

/** All of one user's, of every kind: nothing of him stays behind when he signs out. */
export function removeUserDrafts(storage: Storage, userId: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(prefixOf(userId))) storage.removeItem(key)
}

function prefixOf(userId: number): string {
  return `player-pool:draft:${userId}:`
}
