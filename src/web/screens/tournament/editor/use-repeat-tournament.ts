import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TierSizes } from '#domain/tournament/tier-proposal.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { tournamentQuery } from '#web/api/tournament-queries.ts'
import {
  type TournamentFormState,
  withFee,
  withQuestion,
  withText,
} from '#web/screens/tournament/values/tournament-form-state.ts'
import { toSavedTournament } from '#web/screens/tournament/values/tournament-values.ts'

type Edit = (change: (state: TournamentFormState) => TournamentFormState) => void

/** Fills in a new tournament like an earlier one. */
export function useRepeatTournament(edit: Edit, zone: string) {
  const queries = useQueryClient()
  const [earlierSizes, setEarlierSizes] = useState<TierSizes | null>(null)
  return {
    /** The sizes of the tiers of the repeated tournament; null until one has been chosen. */
    earlierSizes,
    /** Takes the questions, the fee, the house rules and the sizes of the tiers of an earlier tournament. */
    async repeat(id: number): Promise<void> {
      const earlier = await queries.fetchQuery(tournamentQuery(id))
      const { tiebreakers, fee, houseRules } = toSavedTournament(earlier, zone).values
      edit((before) => withQuestion(withQuestion(before, 0, tiebreakers[0]), 1, tiebreakers[1]))
      edit((before) => withText(withFee(before, fee), 'houseRules', houseRules))
      const { players = [] } = earlier
      const sizeOf = (tier: Tier) => players.filter((player) => player.tier === tier).length
      setEarlierSizes([sizeOf(0), sizeOf(1), sizeOf(2)])
    },
  }
}
