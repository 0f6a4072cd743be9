import { useCallback, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { announceStanding } from '#domain/announcement.ts'
import type { User } from '#domain/permissions.ts'
import { standingsOfUser } from '#domain/standings.ts'
import { toTabTitle } from '#domain/tab-title.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { FailedPanel } from '#web/api/failed-panel.tsx'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { BoardStatus } from '#web/board/board-status.tsx'
import { useTabTitle } from '#web/board/use-tab-title.ts'
import { wallSearch } from '#web/board/wall-view.ts'
import { GolferModal } from '#web/golfer/golfer-modal.tsx'
import { listGolferRows } from '#web/golfer/golfer-rows.ts'
import { refreshIntervalMs } from '#web/live/live-connection.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { TournamentChooser } from '#web/tournament/tournament-chooser.tsx'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { BoardHeading } from '#web/ui/board-heading.tsx'
import { BoardNotice } from '#web/ui/board-notice.tsx'
import { FindBox } from '#web/ui/find-box.tsx'
import { BoardAnnouncer } from './board-announcer.tsx'
import { BoardToggle } from './board-toggle.tsx'
import { PoolBanner } from './pool-banner.tsx'
import styles from './pool-board.module.css'
import { PoolEntrants } from './pool-entrants.tsx'
import { PoolOwn } from './pool-own.tsx'
import { PoolSkeletonRows } from './pool-skeleton.tsx'
import { PoolTiebreakers } from './pool-tiebreakers.tsx'
import { toPoolSummary } from './table/pool-summary.ts'
import { PoolTable } from './table/pool-table.tsx'
import { usePinnedOwn } from './use-pinned-own.ts'
import { usePoolFind } from './use-pool-find.ts'
import { usePoolJump } from './use-pool-jump.ts'

type Props = { tournament: TournamentWithEntries; isCurrent: boolean; user: User }

/** The pool of one tournament, from the first entrant to the last putt. */
export function PoolBoard({ tournament, isCurrent, user }: Props) {
  const { pool, live, standings, previous } = useStandings(tournament)
  const hasBegun = useHasStarted(tournament)
  const isOpen = !hasBegun || arePicksHidden(tournament)
  const hasScores = !isOpen && live.leaderboard !== null
  const freshness = toBoardFreshness(tournament, live)
  const [showsTies, setShowsTies] = useState(false)
  const [isPinned, setIsPinned] = usePinnedOwn()
  const [golfer, setGolfer] = useState({ espnId: '', isOpen: false })
  const table = useRef<HTMLDivElement>(null)
  const openGolfer = useCallback((espnId: string) => setGolfer({ espnId, isOpen: true }), [])
  const own = useMemo(() => standingsOfUser(standings, user.id), [standings, user.id])
  const { find, setFind, finding } = usePoolFind(pool)
  const jump = usePoolJump(table, finding !== null, setFind)
  const hasOwn = !isOpen && own.length > 0
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
    return <FailedPanel error={live.failure} onRetry={live.refresh} />
  }
  const isWaiting = !isOpen && live.leaderboard === null && live.failure === null
  const tools =
    pool.size > 0 ? (
      <>
        {!isOpen && (
          <FindBox
            what="a name or a golfer"
            find={find}
            onFind={setFind}
            matches={finding && { count: finding.count, of: pool.size }}
          />
        )}
        <BoardToggle isOn={showsTies} onChange={setShowsTies}>
          Tiebreakers
        </BoardToggle>
        {hasOwn && (
          <BoardToggle isOn={isPinned} onChange={setIsPinned}>
            Pin my entries
          </BoardToggle>
        )}
      </>
    ) : undefined

  return (
    <div className={styles['board']} data-pinned={isPinned && hasOwn ? '' : undefined}>
      <BoardHeading
        title={tournament.name}
        chooser={
          <>
            <TournamentChooser shownId={tournament.id} board="pool" />
            <Link className={`button-line no-print ${styles['wall']}`} to={{ search: wallSearch }}>
              Wall screen
            </Link>
          </>
        }
        status={
          <BoardStatus
            isOld={hasScores && freshness.trouble !== null}
            changed={live.leaderboard?.timeStamp ?? null}
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
      {hasOwn && <PoolOwn key={String(hasScores)} own={own} onJump={jump} />}
      {isWaiting ? (
        <PoolSkeletonRows />
      ) : (
        pool.size > 0 && (
          <div ref={table}>
            <PoolTable
              {...{ standings, hasScores, showsTies }}
              finding={isOpen ? null : finding}
              userId={user.id}
              onGolfer={openGolfer}
            />
            {finding?.count === 0 && (
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
          changed={live.leaderboard?.timeStamp ?? null}
          feedChecked={live.feedChecked}
          trouble={freshness.trouble}
          isFinal={freshness.isFinal}
        />
      )}
      <BoardAnnouncer version={live.leaderboard?.version ?? 0}>
        {hasScores ? announceStanding(previous, standings, user.id) : null}
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
