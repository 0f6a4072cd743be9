import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { HouseRules } from '#contract/house-rules-contract.ts'
import { api as paths } from '#contract/paths.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'
import { currentTournamentQuery } from '#web/api/tournament-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'

/** Leads to the house rules, if there are any. */
export function RulesLink() {
  const { data: tournament } = useQuery(currentTournamentQuery)
  if (!hasHouseRules(tournament)) return null
  return (
    <p className="no-print">
      <Link className="target" to="/rules">
        House rules
      </Link>
    </p>
  )
}

/** The house rules of a tournament, or else of this pool. Without an id, of the current tournament. */
export function houseRulesQuery(tournamentId?: number) {
  const path = paths.houseRules(tournamentId)
  return resourceQuery<HouseRules>(queryKeys.houseRules(tournamentId), path, { staleTime: 60_000 })
}

/** Whether the pool or the tournament has any. */
export function hasHouseRules(tournament: Pick<Tournament, 'houseRules'> | null | undefined): boolean {
  return pageSettings.hasRules || Boolean(tournament?.houseRules)
}
