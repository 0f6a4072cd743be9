import { Link } from 'wouter'
import { pageSettings } from './page-settings.ts'
import styles from './rules-link.module.css'

/** Leads to the house rules, if this pool has any. */
export function RulesLink() {
  if (!pageSettings.hasRules) return null
  return (
    <p className={`no-print ${styles.link}`}>
      <Link to="/rules">House rules</Link>
    </p>
  )
}
