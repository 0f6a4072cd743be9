import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import type { SeasonMessage } from '#contract/season-contract.ts'
import { type Season, scoreSeason, toEarlierSeason } from '#domain/season/season.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { filterByName } from '#web/ui/name-filter.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useSearchQuery } from '#web/ui/use-address.ts'
import { SeasonChart } from './season-chart.tsx'
import styles from './season-screen.module.css'
import { SeasonTable } from './season-table.tsx'
import { toOwnText, toRulesText } from './season-texts.ts'

type Props = { season: SeasonMessage; picker: ReactNode; userId: number; isOrganiser: boolean }

/** Smaller pools need no search. */
const minSearchedRows = 20

/** The table, the chart and the download of one season. */
export function SeasonStandings({ season: message, picker, userId, isOrganiser }: Props) {
  const season = useMemo(() => toSeason(message), [message])
  const rows = useMemo(() => scoreSeason(season), [season])
  const earlierPlaces = useMemo(() => listEarlierPlaces(season), [season])
  const [query, setQuery] = useSearchQuery()
  const found = useMemo(() => filterByName(rows, query, ({ person }) => person.name), [rows, query])
  const shown = found ?? rows
  const own = rows.find(({ person }) => person.userId === userId)
  const ownText = toOwnText(rows, own)
  const tools = (
    <>
      {picker}
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
        status="Standings"
        title={/^\d+$/.test(message.name) ? `Season ${message.name}` : message.name}
        tools={tools}
      />
      <p className={`small-print ${styles.rules}`}>{toRulesText(season.rules, season.tournaments.length)}</p>
      {ownText !== undefined && <p className={styles.own}>{ownText}</p>}
      {rows.length === 0 ? (
        <p className={styles.empty}>No tournament of this season has ended yet.</p>
      ) : (
        <>
          <SeasonTable {...{ season, rows, shown, earlierPlaces, userId }} />
          <SeasonChart season={season} rows={rows} userId={userId} />
        </>
      )}
    </>
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
