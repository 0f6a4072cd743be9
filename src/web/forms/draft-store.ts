/** The user who made a draft, and the tournament that it belongs to; 0 is a new tournament. */
export type DraftOwner = { readonly userId: number; readonly tournamentId: number }

export type DraftStore<Draft> = ReturnType<typeof createDraftStore<Draft>>

/**
 * Unsaved form content by owner. It survives a closed tab and is removed when its owner signs out. A draft of another
 * shape needs another `kind`: drafts of older builds are then ignored.
 */
export function createDraftStore<Draft>(kind: string) {
  const keyOf = ({ userId, tournamentId }: DraftOwner) => `${prefixOf(userId)}${kind}:${tournamentId}`

  return {
    find(storage: Storage, owner: DraftOwner): Draft | undefined {
      try {
        return JSON.parse(storage.getItem(keyOf(owner)) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },

    /** False when the browser's storage is full or disabled. */
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

/** Removes a user's drafts of every kind. */
export function removeUserDrafts(storage: Storage, userId: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(prefixOf(userId))) storage.removeItem(key)
}

function prefixOf(userId: number): string {
  return `player-pool:draft:${userId}:`
}
