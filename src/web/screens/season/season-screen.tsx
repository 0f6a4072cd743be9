import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { SeasonList } from '#contract/season-contract.ts'
import { hasRole } from '#domain/permissions.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { seasonListQuery, seasonQuery } from '#web/api/tournament-queries.ts'
import { WithUser } from '#web/api/with-user.tsx'
import { pageSettings } from '#web/page/page-settings.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import styles from './season-screen.module.css'
import { SeasonStandings } from './season-standings.tsx'

/** The standings of the season in the URL, or of the newest one (docs/rules.md, 12). */
export function SeasonScreen() {
  const list = useQuery(seasonListQuery)
  const { seasonKey } = useParams()
  useDocumentTitle(`Season - ${pageSettings.name}`)
  return (
    <WithUser query={list} skeleton={<PageHeadingSkeleton />}>
      {(seasons, user) => {
        const isOrganiser = hasRole(user, 'power')
        const key = seasonKey ?? seasons[0]?.key
        if (key === undefined) return <NoSeason isOrganiser={isOrganiser} />
        return <Season key={key} {...{ seasonKey: key, seasons, userId: user.id, isOrganiser }} />
      }}
    </WithUser>
  )
}

type Props = { seasonKey: string; seasons: SeasonList; userId: number; isOrganiser: boolean }

function Season({ seasonKey, seasons, userId, isOrganiser }: Props) {
  const { data, error, refetch } = useQuery(seasonQuery(seasonKey))
  if (data !== undefined) {
    const picker = <SeasonPicker seasons={seasons} selected={data.key} />
    return <SeasonStandings season={data} picker={picker} userId={userId} isOrganiser={isOrganiser} />
  }
  if (error === null) return <PageHeadingSkeleton />
  if (!['not-found', 'validation-failed'].includes(codeOf(error)))
    return <ErrorPanel error={error} onRetry={() => refetch()} />
  return <SeasonNotFound />
}

export function SeasonNotFound() {
  return (
    <MessagePanel title="Season not found" links={[['The newest season', '/season']]} urgent>
      <p>There is no season at this address. It may have been removed.</p>
    </MessagePanel>
  )
}

/** A select to switch seasons. */
function SeasonPicker({ seasons, selected }: { seasons: SeasonList; selected: string }) {
  if (seasons.length < 2) return null
  return (
    <select
      className={`input ${styles.picker}`}
      aria-label="Season"
      value={selected}
      onChange={({ target }) => navigate(`/season/${target.value}`)}
    >
      {seasons.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
}

const poolLink = ['Pool', '/pool'] as const

function NoSeason({ isOrganiser }: { isOrganiser: boolean }) {
  return (
    <MessagePanel title="No season yet" links={isOrganiser ? [['New season', '/season/new'], poolLink] : [poolLink]}>
      <p>Season standings add up several tournaments. They start when the first tournament ends.</p>
      {isOrganiser && (
        <p>By default, all tournaments of a year count, with 25 points for 1st, 18 for 2nd, 15 for 3rd and so on.</p>
      )}
    </MessagePanel>
  )
}
