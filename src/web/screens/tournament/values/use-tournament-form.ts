import { useEffect, useReducer, useState } from 'react'
import { tournamentDrafts } from '#web/drafts/tournament-drafts.ts'
import {
  createTournamentForm,
  hasUnsavedChanges,
  toDraft,
  tournamentFormReducer,
} from './tournament-form-state.ts'
import type { SavedTournament } from './tournament-values.ts'

/** The state of the form, kept in this browser for as long as it is not saved. */
export function useTournamentForm(opened: SavedTournament | null, userId: number, zone: string) {
  const tournamentId = opened?.id ?? 0
  const [state, dispatch] = useReducer(tournamentFormReducer, undefined, () =>
    createTournamentForm(opened, tournamentDrafts.find(localStorage, { userId, tournamentId }), zone),
  )
  const { values, saved, filledIn } = state
  const [isDraftSaved, setIsDraftSaved] = useState(true)
  const isDirty = hasUnsavedChanges({ values, saved })

  useEffect(() => {
    const draftOwner = { userId, tournamentId }
    if (!isDirty) {
      tournamentDrafts.remove(localStorage, draftOwner)
      return
    }
    const save = () =>
      setIsDraftSaved(
        tournamentDrafts.save(
          localStorage,
          draftOwner,
          toDraft({ values, saved, filledIn }, zone, new Date()),
        ),
      )
    save()
    // Another tab that saves this drops the draft; what is different here is kept again before it can be lost.
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [values, saved, filledIn, isDirty, userId, tournamentId, zone])

  return { state, dispatch, isDirty, isDraftSaved }
}
