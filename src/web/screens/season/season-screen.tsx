import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { Link, useParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { api } from '#contract/paths.ts'
import type { SeasonList, SeasonMessage } from '#contract/season-contract.ts'
import { hasRole } from '#domain/permissions.ts'
import { type Season, scoreSeason, toEarlierSeason } from '#domain/season/season.ts'
import { filterByFriendGroup } from '#domain/standings/friend-group.ts'
import { codeOf } from '#web/api/api-problem.ts'
import { seasonListQuery, seasonQuery } from '#web/api/tournament-queries.ts'
import { pageSettings } from '#web/app/page/page-settings.ts'
import { GroupLinks } from '#web/groups/friend-group-links.tsx'
import { keepGroup, useGroup } from '#web/groups/use-friend-group.ts'
import { DownloadButton } from '#web/states/download-button.tsx'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { WithUser } from '#web/states/with-user.tsx'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { filterByName } from '#web/ui/name-filter.ts'
import { PageHeading, PageHeadingSkeleton } from '#web/ui/page-heading.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useSearchQuery } from '#web/url/parameters.ts'
import { SeasonChart } from './season-chart.tsx'
import styles from './season-screen.module.css'
import { SeasonTable } from './season-table.tsx'
import { toOwnText, toPlaceText, toRulesText } from './season-texts.ts'

const SeasonMoney = lazyNamed(() => import('./season-money.tsx'), 'SeasonMoney')

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
        return <SelectedSeason key={key} seasonKey={key} seasons={seasons} userId={user.id} isOrganiser={isOrganiser} />
      }}
    </WithUser>
  )
}

type Props = { seasonKey: string; seasons: SeasonList; userId: number; isOrganiser: boolean }

function SelectedSeason({ seasonKey, ...props }: Props) {
  const { data, error, refetch } = useQuery(seasonQuery(seasonKey))
  if (data !== undefined) return <Standings message={data} {...props} />
  if (error === null) return <PageHeadingSkeleton />
  if (!['not-found', 'validation-failed'].includes(codeOf(error)))
    return <ErrorPanel error={error} onRetry={() => refetch()} />
  return <SeasonNotFound />
}

/** Smaller pools need no search. */
const minSearchedRows = 20

/** The table, the chart and the download of one season. */
function Standings({ message, seasons, userId, isOrganiser }: Omit<Props, 'seasonKey'> & { message: SeasonMessage }) {
  const group = useGroup()
  const whole = useMemo(() => toSeason(message), [message])
  const season = useMemo(
    () => (group ? { ...whole, people: filterByFriendGroup(whole.people, group) } : whole),
    [whole, group],
  )
  const rows = useMemo(() => scoreSeason(season), [season])
  const poolPlaces = useMemo(() => (season === whole ? null : listPlaces(whole)), [season, whole])
  const earlierPlaces = useMemo(() => listEarlierPlaces(season), [season])
  const [query, setQuery] = useSearchQuery()
  const found = useMemo(() => filterByName(rows, query, ({ person }) => person.name), [rows, query])
  const shown = found ?? rows
  const own = rows.find(({ person }) => person.userId === userId)
  const ownText = toOwnText(rows, own)
  const tools = (
    <>
      <SeasonPicker seasons={seasons} selected={message.key} />
      {rows.length >= minSearchedRows && (
        <SearchBox
          what="a name"
          query={query}
          onQueryChange={setQuery}
          matches={found && { count: found.length, of: rows.length }}
        />
      )}
      <DownloadButton
        label="CSV file"
        fileName={`${message.name} season.csv`}
        path={api.seasonStandings(message.key)}
      />
      <MoreMenu key={group?.id}>
        <GroupLinks />
      </MoreMenu>
      {isOrganiser && (
        <>
          <Link className="button-secondary" to={`/season/${message.key}/edit`}>
            Edit
          </Link>
          <Link className="button-secondary" to="/season/new">
            New season
          </Link>
        </>
      )}
    </>
  )
  return (
    <>
      <PageHeading
        status={group?.name ?? 'Standings'}
        title={/^\d+$/.test(message.name) ? `Season ${message.name}` : message.name}
        tools={tools}
      />
      <p className={`small-print ${styles.rules}`}>{toRulesText(season.rules, season.tournaments.length)}</p>
      {ownText !== undefined && <p className={styles.own}>{ownText}</p>}
      {rows.length === 0 ? (
        <p className={styles.empty}>No tournament of this season has ended yet.</p>
      ) : (
        <>
          <SeasonTable
            season={season}
            rows={rows}
            shown={shown}
            earlierPlaces={earlierPlaces}
            poolPlaces={poolPlaces}
            userId={userId}
          />
          <SeasonChart season={season} rows={rows} userId={userId} />
        </>
      )}
      <MoneyDisclosure key={message.key} seasonKey={message.key} isOrganiser={isOrganiser} />
    </>
  )
}

/** The money of the season, which is asked for when it is opened. */
function MoneyDisclosure(props: { seasonKey: string; isOrganiser: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="disclosure no-print" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Fees and prizes</summary>
      {isOpen && (
        <Suspense fallback={<p role="status">Adding up…</p>}>
          <SeasonMoney {...props} />
        </Suspense>
      )}
    </details>
  )
}

function toSeason({ tournaments, people, points, bestResults }: SeasonMessage): Season {
  return { tournaments, people, rules: { points, bestResults } }
}

/** The places before the last tournament, by user. */
function listEarlierPlaces(season: Season): ReadonlyMap<number, number> {
  const earlier = toEarlierSeason(season)
  return new Map((earlier === null ? [] : scoreSeason(earlier)).map(({ person, place }) => [person.userId, place]))
}

/** The places as texts, by user. */
function listPlaces(season: Season): ReadonlyMap<number, string> {
  return new Map(scoreSeason(season).map((row) => [row.person.userId, toPlaceText(row)]))
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
      onChange={({ target }) => navigate(keepGroup(`/season/${target.value}`))}
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
