import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { TournamentResponse, TournamentSummary } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import { tournamentToEditQuery } from '#web/api/admin-queries.ts'
import { type ProblemTexts, unsavedText } from '#web/api/api-problem.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import type { Form } from '#web/forms/use-form.ts'
import { useSave } from '#web/forms/use-save.ts'
import { rejectTournament, type TournamentFormState } from '#web/screens/tournament/values/tournament-form-state.ts'
import { toSavedTournament } from '#web/screens/tournament/values/tournament-values.ts'

/** Saves the tournament form. `savedTournament`: the server's answer to the last save. */
export function useSaveTournament(form: Form<TournamentFormState>, zone: string) {
  const client = useApi()
  const queries = useQueryClient()
  const [savedTournament, setSavedTournament] = useState<TournamentSummary | null>(null)
  const saving = useSave({
    form,
    save: (submission: TournamentSubmission) =>
      client.send<TournamentResponse>(submission.id === 0 ? 'POST' : 'PUT', api.tournamentSave(), submission),
    toSaved: (response: TournamentResponse) => toSavedTournament(response, zone),
    onSaved(response) {
      void queries.invalidateQueries({ queryKey: queryKeys.tournaments })
      setSavedTournament(response)
    },
    reject: (before, errors, { players }) => {
      const tiersSent = players.map(({ tier }) => tier)
      return rejectTournament(before, errors, tiersSent)
    },
    conflictCodes: ['tournament-changed'],
    loadCurrent: ({ id }) => queries.fetchQuery({ ...tournamentToEditQuery(id), staleTime: 0 }),
    closedCode: 'tournament-ended',
    toTexts,
  })
  return { saving, savedTournament }
}

/** `detail`: the server's own explanation. */
function toTexts(detail: string): ProblemTexts {
  return {
    'tournament-active': `${detail} End it on the admin page before you create another. ${unsavedText}`.trim(),
    'tournament-changed': `Someone else changed this tournament after you opened it. ${unsavedText} Close this message to choose which version to keep.`,
    'tournament-ended': 'The tournament has ended and can no longer be changed.',
    'tournament-invalid':
      'Invalid tournament: the lists don’t match the event’s field. Close this message to see the errors.',
    'tournament-started': `The tournament has started: its start, questions and tiers are fixed. ${unsavedText} Close this message to see what can’t be changed.`,
    'players-locked': `${detail} Close this message to see which golfers.`.trim(),
    'feed-unavailable':
      `${detail} Without it the lists cannot be checked. Try again in a moment. ${unsavedText}`.trim(),
    'event-not-supported': `${detail} Choose another tournament id.`.trim(),
    'not-found': 'This tournament no longer exists.',
  }
}
