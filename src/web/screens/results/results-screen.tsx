import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { parseId } from '#contract/id.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { resultsQuery, userQuery } from '#web/api/user-queries.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { ResultsRecord } from './results-record.tsx'

/** The results of the user in the URL, or the viewer’s own (docs/rules.md, 6.1). */
export function ResultsScreen() {
  const { userId } = useParams()
  const selectedId = userId === undefined ? undefined : (parseId(userId) ?? null)
  const user = useQuery({ ...userQuery, enabled: selectedId === undefined })
  const id = selectedId === undefined ? user.data?.id : (selectedId ?? undefined)
  const results = useQuery({ ...resultsQuery(id ?? 0), enabled: id !== undefined })

  if (results.data !== undefined) return <ResultsRecord key={id} {...results.data} />
  const error = results.error ?? (selectedId === undefined ? user.error : null)
  if (selectedId === null || (error !== null && codeOf(error) === 'not-found')) return <UnknownPerson />
  if (error !== null) {
    return <ErrorPanel error={error} onRetry={() => Promise.all([user, results].map(retryIfFailed))} />
  }
  return <PageHeadingSkeleton />
}

function UnknownPerson() {
  return (
    <MessagePanel title="Player not found" links={[['Your results', '/results']]} urgent>
      <p>
        There is no player at this address. The link may be wrong, or the account may have been merged with another.
      </p>
    </MessagePanel>
  )
}

function retryIfFailed({ error, refetch }: { error: Error | null; refetch: () => unknown }): unknown {
  return error === null ? undefined : refetch()
}
