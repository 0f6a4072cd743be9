import { useEffect, useState } from 'react'
import type { DraftOwner, DraftStore } from './draft-store.ts'
import { type AnyForm, countUnsaved, createForm, type FieldOf, type FormKind, touch } from './form-state.ts'

type Options<State extends AnyForm, Draft extends { readonly keptAt: string }> = {
  /** Must be the same object in every render. */
  kind: FormKind<State, Draft>
  drafts: DraftStore<Draft>
  owner: DraftOwner
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
  /** The form has been saved. Also called when the user has left it by now. */
  setSaved: (saved: State['saved']) => void
  unsavedCount: number
  /** Fields that differ from a version saved elsewhere. */
  differences: readonly FieldOf<State>[]
  isDraftStored: boolean
}

/** The state of a form, with unsaved changes stored as a draft in this browser (docs/rules.md, 2.7). */
export function useForm<State extends AnyForm, Draft extends { readonly keptAt: string }>(
  options: Options<State, Draft>,
): Form<State> {
  const { kind, drafts } = options
  const { userId, tournamentId } = options.owner
  const [state, edit] = useState(() => createForm(kind, options.saved, drafts.find(options.owner)))
  const [isDraftStored, setIsDraftStored] = useState(true)
  const unsavedCount = countUnsaved(kind, state)
  const isDirty = unsavedCount > 0

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
    setSaved(saved) {
      drafts.remove({ userId, tournamentId })
      edit(kind.open(saved))
    },
    unsavedCount,
    differences: state.conflict === null ? [] : kind.listDifferences(state.values, state.conflict.values),
    isDraftStored,
  }
}
