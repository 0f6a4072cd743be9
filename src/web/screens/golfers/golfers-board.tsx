import { useCallback, useMemo, useState } from 'react'
import { findCutLineIndex } from '#domain/cut-line.ts'
import { foldName, foldWords } from '#domain/names.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { LiveBoardStatus } from '#web/board/board-status.tsx'
import { useTabTitle } from '#web/board/use-tab-title.ts'
import { GolferModal } from '#web/golfer/golfer-modal.tsx'
import { type GolferRow, listGolferRows } from '#web/golfer/golfer-rows.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { TournamentSwitcher } from '#web/tournament/tournament-switcher.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useSearchQuery } from '#web/ui/use-search-query.ts'
import { GolfersSkeletonRows } from './golfers-skeleton.tsx'
import styles from './golfers-table.module.css'
import { GolfersTable } from './golfers-table.tsx'

type Props = { tournament: TournamentWithEntries; isCurrent: boolean }

/** The whole field in the feed’s order, with search, freshness and golfer details. */
export function GolfersBoard({ tournament, isCurrent }: Props) {
  const { pool, live } = useStandings(tournament)
  const isStarted = useHasStarted(tournament)
  const arePicksShown = isStarted && !arePicksHidden(tournament)
  const freshness = toBoardFreshness(tournament, live)
  const [golfer, setGolfer] = useState({ espnId: '', isOpen: false })
  const openGolfer = useCallback((espnId: string) => setGolfer({ espnId, isOpen: true }), [])
  const { leaderboard, failure } = live
  const golfers = useMemo(
    () => listGolferRows(pool, leaderboard?.golfersScores ?? [], arePicksShown),
    [pool, leaderboard?.golfersScores, arePicksShown],
  )
  const [query, setQuery] = useSearchQuery()
  const matches = useMemo(() => searchGolfers(golfers, query), [golfers, query])
  useTabTitle(`${tournament.name} - Player Pool`)

  if (leaderboard === null && failure !== null && failure.code !== 'not-found') {
    return <ErrorPanel error={failure} onRetry={live.refresh} />
  }
  const isWaiting = leaderboard === null && failure === null
  // A filtered list has no cut line (docs/rules.md, 3.6).
  const cutline = freshness.isFinal || matches !== null ? null : (leaderboard?.cutline ?? null)

  return (
    <>
      <PageHeading
        isBoard
        title={tournament.name}
        switcher={<TournamentSwitcher selectedId={tournament.id} board="golfers" />}
        status={
          <LiveBoardStatus {...{ live, freshness, isCurrent }} hasStarted={isStarted}>
            {freshness.status === '' && !isStarted ? 'Before the start' : freshness.status}
          </LiveBoardStatus>
        }
        note={isWaiting ? ' ' : `${golfers.length} ${golfers.length === 1 ? 'golfer' : 'golfers'}`}
        tools={
          <SearchBox
            what="a golfer"
            query={query}
            onQueryChange={setQuery}
            matches={matches && { count: matches.length, of: golfers.length }}
          />
        }
      />
      {leaderboard === null && failure?.code === 'not-found' && (
        <Notice>There are no scores yet. They appear here as soon as play begins.</Notice>
      )}
      {isWaiting ? (
        <GolfersSkeletonRows />
      ) : (
        <GolfersTable
          golfers={matches ?? golfers}
          view={query}
          cutline={cutline}
          cutLineIndex={findCutLineIndex(golfers, cutline)}
          selected={golfer.espnId}
          onSelect={openGolfer}
        />
      )}
      {matches?.length === 0 && <p className={styles.empty}>No golfers match your search.</p>}
      {isCurrent && <BoardFooter {...{ live, freshness }} hasStarted={isStarted} />}
      <GolferModal
        tournamentId={tournament.id}
        golfer={golfers.find(({ espnId }) => espnId === golfer.espnId)}
        isOpen={golfer.isOpen}
        isLive={isCurrent && !freshness.isFinal}
        onClose={() => setGolfer((shown) => ({ ...shown, isOpen: false }))}
      />
    </>
  )
}

/** The golfers whose name contains every word of the query; null for an empty query. */
function searchGolfers(golfers: readonly GolferRow[], query: string): GolferRow[] | null {
  const words = foldWords(query)
  if (words.length === 0) return null
  return golfers.filter(({ fullName }) => {
    const name = foldName(fullName)
    return words.every((word) => name.includes(word))
  })
}
