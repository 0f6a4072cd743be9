import { useMemo, useReducer } from 'react'
import { tournamentDrafts } from '#web/drafts/tournament-drafts.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import { createTournamentForm, hasUnsavedChanges, toDraft, tournamentFormReducer } from './tournament-form-state.ts'
import type { SavedTournament } from './tournament-values.ts'

/** The state of the tournament form, with unsaved changes stored as a draft. */
export function useTournamentForm(opened: SavedTournament | null, userId: number, zone: string) {
  const owner = { userId, tournamentId: opened?.id ?? 0 }
  const [state, dispatch] = useReducer(tournamentFormReducer, undefined, () =>
    createTournamentForm(opened, tournamentDrafts.find(localStorage, owner), zone),
  )
  const { values, saved, filledIn } = state
  const toDraftAt = useMemo(
    () =>
      hasUnsavedChanges({ values, saved }) ? (now: Date) => toDraft({ values, saved, filledIn }, zone, now) : null,
    [values, saved, filledIn, zone],
  )
  const isDraftStored = useDraft(tournamentDrafts, owner, toDraftAt)

  return { state, dispatch, isDirty: toDraftAt !== null, isDraftStored }
}
