import { useEffect, useReducer, useState } from 'react'
import type { Entry, Player } from '#domain/tournament.ts'
import type { DraftOwner } from '#web/drafts/draft-shelf.ts'
import { entryDrafts } from '#web/drafts/entry-drafts.ts'
import {
  changeEntryForm,
  hasUnsaved,
  openEntryForm,
  toDraft,
  toSavedEntry,
} from './form-state/entry-form-state.ts'

/** The state of the form, kept in this browser for as long as it is not saved. */
export function useEntryForm(entry: Entry | null, players: readonly Player[], owner: DraftOwner) {
  const [state, dispatch] = useReducer(changeEntryForm, undefined, () =>
    openEntryForm(
      entry === null ? null : toSavedEntry(entry, players),
      entryDrafts.find(localStorage, owner),
      players,
    ),
  )
  const { userId, tournamentId } = owner
  const { values, saved } = state
  const [isKept, setIsKept] = useState(true)
  const isUnsaved = hasUnsaved({ values, saved })

  useEffect(() => {
    const place = { userId, tournamentId }
    if (!isUnsaved) {
      entryDrafts.drop(localStorage, place)
      return
    }
    const keep = () =>
      setIsKept(entryDrafts.keep(localStorage, place, toDraft({ values, saved }, new Date())))
    keep()
    // Another tab that saves this entry drops the draft; what is different here is kept again before it can be lost.
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [values, saved, isUnsaved, userId, tournamentId])

  return { state, dispatch, isUnsaved, isKept }
}
