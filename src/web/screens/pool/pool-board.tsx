import { useCallback, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { toStandingAnnouncement } from '#domain/announcement.ts'
import type { User } from '#domain/permissions.ts'
import { standingsOfUser } from '#domain/standings.ts'
import { toTabTitle } from '#domain/tab-title.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { ErrorPanel } from '#web/api/error-panel.tsx'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { BoardStatus } from '#web/board/board-status.tsx'
import { useTabTitle } from '#web/board/use-tab-title.ts'
import { wallSearch } from '#web/board/wall-view.ts'
import { GolferModal } from '#web/golfer/golfer-modal.tsx'
import { listGolferRows } from '#web/golfer/golfer-rows.ts'
import { refreshIntervalMs } from '#web/live/live-connection.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { TournamentSwitcher } from '#web/tournament/tournament-switcher.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { BoardHeading } from '#web/ui/board-heading.tsx'
import { BoardNotice } from '#web/ui/board-notice.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { BoardAnnouncer } from './board-announcer.tsx'
import { BoardToggle } from './board-toggle.tsx'
import { OwnEntriesBar } from './own-entries-bar.tsx'
import { PoolBanner } from './pool-banner.tsx'
import styles from './pool-board.module.css'
import { PoolEntrants } from './pool-entrants.tsx'
import { PoolSkeletonRows } from './pool-skeleton.tsx'
import { PoolTiebreakers } from './pool-tiebreakers.tsx'
import { toPoolSummary } from './table/pool-summary.ts'
import { PoolTable } from './table/pool-table.tsx'
import { usePinnedEntries } from './use-pinned-entries.ts'
import { usePoolSearch } from './use-pool-search.ts'
import { useScrollToEntry } from './use-scroll-to-entry.ts'

type Props = { tournament: TournamentWithEntries; isCurrent: boolean; user: User }

/** The pool of one tournament, from the first entrant to the last putt. */
export function PoolBoard({ tournament, isCurrent, user }: Props) {
  const { pool, live, standings, previous } = useStandings(tournament)
  const isStarted = useHasStarted(tournament)
  const isOpen = !isStarted || arePicksHidden(tournament)
  const hasScores = !isOpen && live.leaderboard !== null
  const freshness = toBoardFreshness(tournament, live)
  const [showTiebreakers, setShowTiebreakers] = useState(false)
  const [isPinned, setIsPinned] = usePinnedEntries()
  const [golfer, setGolfer] = useState({ espnId: '', isOpen: false })
  const table = useRef<HTMLDivElement>(null)
  const openGolfer = useCallback((espnId: string) => setGolfer({ espnId, isOpen: true }), [])
  const ownStandings = useMemo(() => standingsOfUser(standings, user.id), [standings, user.id])
  const { find, setQuery, matches } = usePoolSearch(pool)
  const scrollToEntry = useScrollToEntry(table, matches !== null, setQuery)
  const hasOwnEntries = !isOpen && ownStandings.length > 0
  const golfers = useMemo(
    () => listGolferRows(pool, live.leaderboard?.golfersScores ?? [], !isOpen),
    [pool, live.leaderboard?.golfersScores, isOpen],
  )
  useTabTitle(
    hasScores
      ? toTabTitle({
          standings,
          userId: user.id,
          currentRound: live.leaderboard?.currentRound ?? 0,
          tournamentName: tournament.name,
        })
      : `${tournament.name} - Player Pool`,
  )

  const hasFailed = live.failure !== null && live.failure.code !== 'not-found'
  if (!isOpen && live.leaderboard === null && hasFailed) {
    return <ErrorPanel error={live.failure} onRetry={live.refresh} />
  }
  const isWaiting = !isOpen && live.leaderboard === null && live.failure === null
  const tools =
    pool.size > 0 ? (
      <>
        {!isOpen && (
          <SearchBox
            what="a name or a golfer"
            find={find}
            onQueryChange={setQuery}
            matches={matches && { count: matches.count, of: pool.size }}
          />
        )}
        <BoardToggle isOn={showTiebreakers} onChange={setShowTiebreakers}>
          Tiebreakers
        </BoardToggle>
        {hasOwnEntries && (
          <BoardToggle isOn={isPinned} onChange={setIsPinned}>
            Pin my entries
          </BoardToggle>
        )}
      </>
    ) : undefined

  return (
    <div className={styles['board']} data-pinned={isPinned && hasOwnEntries ? '' : undefined}>
      <BoardHeading
        title={tournament.name}
        switcher={
          <>
            <TournamentSwitcher selectedId={tournament.id} board="pool" />
            <Link className={`button-link no-print ${styles['wall']}`} to={{ search: wallSearch }}>
              Wall screen
            </Link>
          </>
        }
        status={
          <BoardStatus
            isStale={hasScores && freshness.staleReason !== null}
            changedAt={live.leaderboard?.timeStamp ?? null}
          >
            {toStatusText(isOpen, freshness.status, isWaiting)}
          </BoardStatus>
        }
        note={toPoolSummary(pool, isOpen)}
        tools={tools}
      />
      {tournament.active && isOpen && <PoolBanner entryId={findEntryId(tournament, user)} />}
      {!isOpen && live.failure?.code === 'not-found' && live.leaderboard === null && (
        <BoardNotice>There are no scores yet. They come as soon as the feed has them.</BoardNotice>
      )}
      {hasOwnEntries && (
        <OwnEntriesBar key={String(hasScores)} ownStandings={ownStandings} onSelect={scrollToEntry} />
      )}
      {isWaiting ? (
        <PoolSkeletonRows />
      ) : (
        pool.size > 0 && (
          <div ref={table}>
            <PoolTable
              {...{ standings, hasScores, showTiebreakers }}
              matches={isOpen ? null : matches}
              userId={user.id}
              onOpenGolfer={openGolfer}
            />
            {matches?.count === 0 && (
              <p className={styles['empty']}>No entry has that in its name or among its golfers.</p>
            )}
          </div>
        )
      )}
      {isOpen && <PoolEntrants pool={pool} userId={user.id} />}
      {!isOpen && !isWaiting && pool.size === 0 && <p className={styles['empty']}>Nobody has entered.</p>}
      <PoolTiebreakers tiebreakers={tournament.tiebreakers} />
      {isCurrent && (
        <BoardFooter
          refreshMs={refreshIntervalMs}
          lastRefresh={live.lastRefresh}
          changedAt={live.leaderboard?.timeStamp ?? null}
          feedChecked={live.feedChecked}
          staleReason={freshness.staleReason}
          isFinal={freshness.isFinal}
        />
      )}
      <BoardAnnouncer version={live.leaderboard?.version ?? 0}>
        {hasScores ? toStandingAnnouncement(previous, standings, user.id) : null}
      </BoardAnnouncer>
      <GolferModal
        tournamentId={tournament.id}
        golfer={golfers.find(({ espnId }) => espnId === golfer.espnId)}
        isOpen={golfer.isOpen}
        isLive={isCurrent && !freshness.isFinal}
        onClose={() => setGolfer((shown) => ({ ...shown, isOpen: false }))}
      />
    </div>
  )
}

function toStatusText(isOpen: boolean, status: string, isWaiting: boolean): string {
  if (isOpen) return 'Before the start'
  return status === '' && !isWaiting ? 'No scores yet' : status
}

function findEntryId({ entries }: TournamentWithEntries, user: User): number | undefined {
  return entries.find(({ userId }) => userId === user.id)?.id
}
