import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { ApiProblem, codeOf } from '#web/api/api-problem.ts'
import { invalidateTournaments, saveTournament, tournamentToEditQuery } from '#web/api/tournament-form-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { tournamentDrafts } from '#web/drafts/tournament-drafts.ts'
import { useSave } from '#web/forms/use-save.ts'
import type { TournamentFormAction } from '../values/tournament-form-state.ts'
import { toSavedTournament } from '../values/tournament-values.ts'
import { toTournamentFailure } from './tournament-failure.ts'

type Options = { dispatch: Dispatch<TournamentFormAction>; userId: number; zone: string }

/** Saves the tournament, and reports the result to the form and the organiser. */
export function useSaveTournament({ dispatch, userId, zone }: Options) {
  const client = useApi()
  const queries = useQueryClient()
  const [savedTournament, setSavedTournament] = useState<TournamentSummary | null>(null)
  const saving = useSave({
    save: (submission: TournamentSubmission) => saveTournament(client, submission),
    onSaved: (tournament, { id }) => {
      // The form removes its own draft, but the organiser may have left it by now.
      tournamentDrafts.remove(localStorage, { userId, tournamentId: id })
      invalidateTournaments(queries)
      dispatch({ type: 'saved', saved: toSavedTournament(tournament, zone) })
      setSavedTournament(tournament)
    },
    onFailed: async (error, { id, players }) => {
      if (error instanceof ApiProblem && error.fields.length > 0) {
        dispatch({ type: 'rejected', errors: error.fields, tiersSent: players.map(({ tier }) => tier) })
      }
      if (codeOf(error) !== 'tournament-changed') return
      // Loads the version saved by someone else. If that fails, the next save reports the conflict again.
      const query = { ...tournamentToEditQuery(client, id), staleTime: 0 }
      const tournament = await queries.fetchQuery(query).catch(() => undefined)
      if (tournament !== undefined) dispatch({ type: 'conflict', conflict: toSavedTournament(tournament, zone) })
    },
    toFailure: toTournamentFailure,
    isFinal: (error) => codeOf(error) === 'tournament-ended',
  })
  return {
    ...saving,
    /** As the server has saved it. */
    savedTournament,
  }
}
