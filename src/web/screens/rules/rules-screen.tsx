import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { houseRules } from '#contract/house-rules-contract.ts'
import { api as paths } from '#contract/paths.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { pageSettings } from '#web/page/page-settings.ts'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './rules-screen.module.css'
import { RulesText } from './rules-text.tsx'

/** The house rules of this pool. They change only with a restart of the server. */
export function RulesScreen() {
  const rules = useQuery(houseRulesQuery(useApi()))
  useDocumentTitle(`House rules - ${pageSettings.name}`)

  if (rules.data !== undefined) {
    return (
      <article className={styles['page']}>
        <h1>House rules</h1>
        <RulesText blocks={rules.data.blocks} />
      </article>
    )
  }
  if (rules.error === null) return <LoadingPanel />
  if (codeOf(rules.error) !== 'not-found') return <ErrorPanel error={rules.error} onRetry={() => rules.refetch()} />
  return (
    <MessagePanel
      title="No house rules"
      actions={
        <Link className="button" to="/home">
          Home
        </Link>
      }
    >
      <p>This pool has no rules of its own.</p>
    </MessagePanel>
  )
}

function houseRulesQuery(client: ApiClient) {
  return resourceQuery(client, queryKeys.houseRules, paths.houseRules(), houseRules, { staleTime: 5 * 60_000 })
}
