import { useMemo, useReducer } from 'react'
import type { Entry, Player } from '#domain/tournament.ts'
import type { DraftOwner } from '#web/drafts/draft-store.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import {
  createEntryForm,
  entryFormReducer,
  hasUnsavedChanges,
  toDraft,
  toSavedEntry,
} from './form-state/entry-form-state.ts'

/** The state of the entry form, with unsaved changes stored as a draft. */
export function useEntryForm(entry: Entry | null, players: readonly Player[], owner: DraftOwner) {
  const [state, dispatch] = useReducer(entryFormReducer, undefined, () =>
    createEntryForm(
      entry === null ? null : toSavedEntry(entry, players),
      entryDrafts.find(localStorage, owner),
      players,
    ),
  )
  const { values, saved } = state
  const toDraftAt = useMemo(
    () => (hasUnsavedChanges({ values, saved }) ? (now: Date) => toDraft({ values, saved }, now) : null),
    [values, saved],
  )
  const isDraftStored = useDraft(entryDrafts, owner, toDraftAt)

  return { state, dispatch, isDirty: toDraftAt !== null, isDraftStored }
}
