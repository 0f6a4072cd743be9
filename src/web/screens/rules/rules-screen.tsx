import { useQuery } from '@tanstack/react-query'
import { codeOf } from '#web/api/api-problem.ts'
import { currentTournamentQuery } from '#web/api/tournament-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { FeePanel } from '#web/payments/fee-panel.tsx'
import { houseRulesQuery } from '#web/rules/rules-link.tsx'
import { RulesText } from '#web/rules/rules-text.tsx'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { LoadingPanel, MessagePanel } from '#web/ui/message-panel.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './rules-screen.module.css'

function CurrentFee() {
  const { data: tournament } = useQuery(currentTournamentQuery)
  return tournament ? <FeePanel tournament={tournament} /> : null
}

/** The house rules of the current tournament, or else of this pool. */
export function RulesScreen() {
  const rules = useQuery(houseRulesQuery())
  useDocumentTitle(`House rules - ${pageSettings.name}`)

  if (rules.data !== undefined) {
    return (
      <article className={`stack-wide ${styles.page}`}>
        <h1 className="ruled">House rules</h1>
        <RulesText blocks={rules.data.blocks} />
        <CurrentFee />
      </article>
    )
  }
  if (rules.error === null) return <LoadingPanel />
  if (codeOf(rules.error) !== 'not-found') return <ErrorPanel error={rules.error} onRetry={() => rules.refetch()} />
  return (
    <MessagePanel title="No house rules" links={[['Go to the home page', '/home']]}>
      <p>This pool has no house rules. “How scoring works” on the pool page explains the game.</p>
    </MessagePanel>
  )
}
