import { useEffect, useState } from 'react'
import type { DraftOwner, DraftStore } from './draft-store.ts'

/**
 * Stores a form's unsaved changes in this browser (docs/rules.md, 2.7). Null `toDraft` means that there are none, and
 * removes the draft. `toDraft` must be memoized: a new function means new changes. Returns whether the draft is stored.
 */
export function useDraft<Draft>(
  drafts: DraftStore<Draft>,
  { userId, tournamentId }: DraftOwner,
  toDraft: ((now: Date) => Draft) | null,
): boolean {
  const [isStored, setIsStored] = useState(true)

  useEffect(() => {
    const owner = { userId, tournamentId }
    if (toDraft === null) {
      drafts.remove(localStorage, owner)
      return
    }
    const save = () => setIsStored(drafts.save(localStorage, owner, toDraft(new Date())))
    save()
    // Another tab that saves the form removes the draft that both share. Store this tab's changes before they are lost.
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [drafts, userId, tournamentId, toDraft])

  return isStored
}
