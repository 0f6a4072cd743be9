import { useEffect, useReducer, useState } from 'react'
import type { Entry, Player } from '#domain/tournament.ts'
import type { DraftOwner } from '#web/drafts/draft-store.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import {
  createEntryForm,
  entryFormReducer,
  hasUnsavedChanges,
  toDraft,
  toSavedEntry,
} from './form-state/entry-form-state.ts'

/** The state of the form, kept in this browser for as long as it is not saved. */
export function useEntryForm(entry: Entry | null, players: readonly Player[], owner: DraftOwner) {
  const [state, dispatch] = useReducer(entryFormReducer, undefined, () =>
    createEntryForm(
      entry === null ? null : toSavedEntry(entry, players),
      entryDrafts.find(localStorage, owner),
      players,
    ),
  )
  const { userId, tournamentId } = owner
  const { values, saved } = state
  const [isDraftSaved, setIsDraftSaved] = useState(true)
  const isDirty = hasUnsavedChanges({ values, saved })

  useEffect(() => {
    const draftOwner = { userId, tournamentId }
    if (!isDirty) {
      entryDrafts.remove(localStorage, draftOwner)
      return
    }
    const save = () =>
      setIsDraftSaved(entryDrafts.save(localStorage, draftOwner, toDraft({ values, saved }, new Date())))
    save()
    // Another tab that saves this entry drops the draft; what is different here is kept again before it can be lost.
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [values, saved, isDirty, userId, tournamentId])

  return { state, dispatch, isDirty, isDraftSaved }
}
