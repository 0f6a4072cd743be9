import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { codeOf } from '#web/api/api-problem.ts'
import { seasonPlacesQuery, seasonQuery } from '#web/api/tournament-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { SeasonNotFound } from '#web/screens/season/season-screen.tsx'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { SeasonForm } from './season-form.tsx'

/** For organisers: a new season, or the one in the URL (docs/rules.md, 12.1). */
export function SeasonFormScreen() {
  const { seasonKey } = useParams()
  const places = useQuery(seasonPlacesQuery)
  const season = useQuery({ ...seasonQuery(seasonKey ?? ''), enabled: seasonKey !== undefined })
  useDocumentTitle(`${seasonKey === undefined ? 'New season' : 'Edit season'} - ${pageSettings.name}`)

  const isReady = places.data !== undefined && (seasonKey === undefined || season.data !== undefined)
  // An open form ignores later versions of the season.
  if (isReady) return <SeasonForm key={seasonKey} stored={season.data ?? null} places={places.data} />
  const error = places.error ?? season.error
  if (error === null) return <PageHeadingSkeleton />
  if (codeOf(error) === 'not-found' || codeOf(error) === 'validation-failed') return <SeasonNotFound />
  const retry = () => Promise.all([places, season].filter((query) => query.error).map((query) => query.refetch()))
  return <ErrorPanel error={error} onRetry={retry} />
}
