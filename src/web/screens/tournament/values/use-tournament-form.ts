import { useEffect, useReducer, useState } from 'react'
import { tournamentDrafts } from '#web/drafts/tournament-drafts.ts'
import { changeTournamentForm, hasUnsaved, openTournamentForm, toDraft } from './tournament-form-state.ts'
import type { SavedTournament } from './tournament-values.ts'

/** The state of the form, kept in this browser for as long as it is not saved. */
export function useTournamentForm(opened: SavedTournament | null, userId: number, zone: string) {
  const tournamentId = opened?.id ?? 0
  const [state, dispatch] = useReducer(changeTournamentForm, undefined, () =>
    openTournamentForm(opened, tournamentDrafts.find(localStorage, { userId, tournamentId }), zone),
  )
  const { values, saved, filledIn } = state
  const [isKept, setIsKept] = useState(true)
  const isUnsaved = hasUnsaved({ values, saved })

  useEffect(() => {
    const place = { userId, tournamentId }
    if (!isUnsaved) {
      tournamentDrafts.drop(localStorage, place)
      return
    }
    const keep = () =>
      setIsKept(
        tournamentDrafts.keep(localStorage, place, toDraft({ values, saved, filledIn }, zone, new Date())),
      )
    keep()
    // Another tab that saves this drops the draft; what is different here is kept again before it can be lost.
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [values, saved, filledIn, isUnsaved, userId, tournamentId, zone])

  return { state, dispatch, isUnsaved, isKept }
}
