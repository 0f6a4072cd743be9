import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DraftOwner, DraftStore } from './draft-store.ts'
import {
  type AnyForm,
  countUnsaved,
  createForm,
  type FieldOf,
  type FormKind,
  markSaved,
  type StorageMark,
  toStorageMark,
  touch,
} from './form-state.ts'

type Options<State extends AnyForm, Draft extends { readonly keptAt: string }> = {
  /** Must be the same object in every render. */
  kind: FormKind<State, Draft>
  drafts: DraftStore<Draft>
  /** The owner of the draft. Saving a new tournament gives it an id. */
  ownerOf: (saved: State['saved']) => DraftOwner
  saved: State['saved']
}

export type Form<State extends AnyForm> = {
  state: State
  edit: (change: (state: State) => State) => void
  touch: (...fields: readonly FieldOf<State>[]) => void
  touchAll: () => void
  /** Goes back to the saved version, or to an empty form. */
  discard: () => void
  /** Discards the user's changes for the version saved elsewhere. */
  loadSaved: () => void
  /** The form has been saved as it was when `sent` were its values. Also called when the user has left it by now. */
  setSaved: (saved: NonNullable<State['saved']>, sent: State['values']) => void
  unsavedCount: number
  markOf: (field: FieldOf<State>) => StorageMark
  /** Fields that differ from a version saved elsewhere. */
  differences: readonly FieldOf<State>[]
  isDraftStored: boolean
}

/** The state of a form, with unsaved changes stored as a draft in this browser (docs/rules.md, 2.7). */
export function useForm<State extends AnyForm, Draft extends { readonly keptAt: string }>(
  options: Options<State, Draft>,
): Form<State> {
  const { kind, drafts, ownerOf } = options
  const [state, edit] = useState(() => createForm(kind, options.saved, drafts.find(ownerOf(options.saved))))
  const { userId, tournamentId } = ownerOf(state.saved)
  const latest = useRef(state)
  const [isDraftStored, setIsDraftStored] = useState(true)
  const unsavedCount = countUnsaved(kind, state)
  const isDirty = unsavedCount > 0

  useLayoutEffect(() => {
    latest.current = state
  }, [state])

  useEffect(() => {
    const owner = { userId, tournamentId }
    if (!isDirty) {
      drafts.remove(owner)
      return
    }
    const save = () => setIsDraftStored(drafts.save(owner, kind.toDraft(state, new Date())))
    save()
    // Another tab that saves the form removes the draft that both share. Store this tab's changes before they are lost.
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [kind, drafts, userId, tournamentId, isDirty, state])

  return {
    state,
    edit,
    touch: (...fields) => edit((before) => touch(before, fields)),
    touchAll: () => edit((before) => touch(before, kind.fields)),
    discard: () => edit(({ saved }) => kind.open(saved)),
    loadSaved: () => edit((before) => (before.conflict === null ? before : kind.open(before.conflict))),
    setSaved(saved, sent) {
      // Whoever has left the form by now finds what they typed since in the draft.
      const settled = markSaved(kind, latest.current, sent, saved)
      drafts.remove(ownerOf(latest.current.saved))
      if (countUnsaved(kind, settled) > 0) drafts.save(ownerOf(saved), kind.toDraft(settled, new Date()))
      edit((before) => markSaved(kind, before, sent, saved))
    },
    unsavedCount,
    markOf: (field) => toStorageMark(kind, state, field),
    differences: state.conflict === null ? [] : kind.listDifferences(state.values, state.conflict.values),
    isDraftStored,
  }
}
