import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { currentTournamentQuery } from '#web/api/tournament-queries.ts'
import { hasHouseRules } from './house-rules-query.ts'

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
