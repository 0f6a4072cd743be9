import { Link } from 'wouter'
import { pageSettings } from './page-settings.ts'

/** Leads to the house rules, if this pool has any. */
export function RulesLink() {
  if (!pageSettings.hasRules) return null
  return (
    <p className="no-print">
      <Link className="target" to="/rules">
        House rules
      </Link>
    </p>
  )
}
