import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TierSizes } from '#domain/tournament/tier-proposal.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { tournamentQuery } from '#web/api/tournament-queries.ts'
import { fillEmpty, type TournamentFormState, undoFill } from '#web/screens/tournament/values/tournament-form-state.ts'
import { toSavedTournament } from '#web/screens/tournament/values/tournament-values.ts'

type Edit = (change: (state: TournamentFormState) => TournamentFormState) => void

/** Fills in a new tournament like an earlier one. */
export function useRepeatTournament(edit: Edit, zone: string) {
  const queries = useQueryClient()
  const [earlierSizes, setEarlierSizes] = useState<TierSizes | null>(null)
  const repeating = useMutation({
    mutationFn: (id: number) => queries.fetchQuery({ ...tournamentQuery(id), retry: false }),
    onSuccess(earlier) {
      edit((before) => fillEmpty(before, toSavedTournament(earlier, zone).values))
      const { players = [] } = earlier
      const sizeOf = (tier: Tier) => players.filter((player) => player.tier === tier).length
      setEarlierSizes([sizeOf(0), sizeOf(1), sizeOf(2)])
    },
  })
  return {
    /** The sizes of the tiers of the repeated tournament; null until one has been chosen. */
    earlierSizes,
    /** Takes the questions, the fee, the house rules and the sizes of the tiers of an earlier tournament. */
    repeat: (id: number) => repeating.mutate(id),
    isRepeating: repeating.isPending,
    repeatFailure: repeating.error && toProblemText(repeating.error),
    undoRepeat(): void {
      edit(undoFill)
      setEarlierSizes(null)
      repeating.reset()
    },
  }
}
