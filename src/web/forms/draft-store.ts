import { readStoredJson, writeStored } from '#web/ui/stored-choice.ts'

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
    find: (owner: DraftOwner) => readStoredJson<Draft>(keyOf(owner)),
    /** False when the browser's storage is full or disabled. */
    save: (owner: DraftOwner, draft: Draft) => writeStored(keyOf(owner), JSON.stringify(draft)),
    remove: (owner: DraftOwner) => writeStored(keyOf(owner), null),
  }
}

/** Removes a user's drafts of every kind. */
export function removeUserDrafts(userId: number): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(prefixOf(userId))) localStorage.removeItem(key)
}

function prefixOf(userId: number): string {
  return `player-pool:draft:${userId}:`
}
