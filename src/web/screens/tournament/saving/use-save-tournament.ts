import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useState } from 'react'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { ApiProblem, codeOf } from '#web/api/api-problem.ts'
import { invalidateTournaments, saveTournament, tournamentToEditQuery } from '#web/api/tournament-form-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { tournamentDrafts } from '#web/drafts/tournament-drafts.ts'
import type { SaveFailure, SaveResult } from '#web/forms/save-result-modal.tsx'
import type { TournamentFormAction } from '../values/tournament-form-state.ts'
import { toSavedTournament } from '../values/tournament-values.ts'
import { toTournamentFailure } from './tournament-failure.ts'

type Options = { dispatch: Dispatch<TournamentFormAction>; userId: number; zone: string }

/** Saves the tournament, and reports the result to the form and the organiser. */
export function useSaveTournament({ dispatch, userId, zone }: Options) {
  const client = useApi()
  const queries = useQueryClient()
  const [message, setMessage] = useState<SaveResult>({ content: 'saved', isOpen: false })
  const [isEnded, setIsEnded] = useState(false)
  const { mutate, isPending } = useMutation({
    // Without a network, fail at once instead of waiting for it.
    networkMode: 'always',
    mutationFn: (submission: TournamentSubmission) => saveTournament(client, submission),
    onSuccess: (tournament, { id }) => {
      // The form removes its own draft, but the organiser may have left it by now.
      tournamentDrafts.remove(localStorage, { userId, tournamentId: id })
      invalidateTournaments(queries)
      dispatch({ type: 'saved', saved: toSavedTournament(tournament, zone) })
      setMessage({ content: 'saved', isOpen: true })
    },
    onError: async (error, { id, players }) => {
      if (error instanceof ApiProblem && error.fields.length > 0) {
        dispatch({ type: 'rejected', errors: error.fields, tiersSent: players.map(({ tier }) => tier) })
      }
      if (codeOf(error) === 'tournament-changed') await fetchConflict(id)
      setIsEnded(codeOf(error) === 'tournament-ended')
      showFailure(toTournamentFailure(error))
    },
  })

  /** Loads the version saved by someone else. If that fails, the next save reports the conflict again. */
  async function fetchConflict(id: number): Promise<void> {
    const query = { ...tournamentToEditQuery(client, id), staleTime: 0 }
    const tournament = await queries.fetchQuery(query).catch(() => undefined)
    if (tournament !== undefined) dispatch({ type: 'conflict', conflict: toSavedTournament(tournament, zone) })
  }

  const showFailure = (content: SaveFailure) => setMessage({ content, isOpen: true })

  return {
    send: (submission: TournamentSubmission) => mutate(submission),
    isSaving: isPending,
    /** The server has said that the tournament has ended. */
    isEnded,
    message,
    showFailure,
    closeMessage: () => setMessage((shown) => ({ ...shown, isOpen: false })),
  }
}
