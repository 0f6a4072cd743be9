import { useCallback, useMemo, useState } from 'react'
import { findCutLineIndex } from '#domain/cut-line.ts'
import type { TournamentWithEntries } from '#domain/tournament.ts'
import { FailedPanel } from '#web/api/failed-panel.tsx'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { BoardStatus } from '#web/board/board-status.tsx'
import { useTabTitle } from '#web/board/use-tab-title.ts'
import { GolferModal } from '#web/golfer/golfer-modal.tsx'
import { type GolferRow, listGolferRows } from '#web/golfer/golfer-rows.ts'
import { refreshIntervalMs } from '#web/live/live-connection.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { TournamentChooser } from '#web/tournament/tournament-chooser.tsx'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { BoardHeading } from '#web/ui/board-heading.tsx'
import { BoardNotice } from '#web/ui/board-notice.tsx'
import { FindBox } from '#web/ui/find-box.tsx'
import { toPlainName, toPlainWords } from '#web/ui/plain-name.ts'
import { useFind } from '#web/ui/use-find.ts'
import { GolfersSkeletonRows } from './golfers-skeleton.tsx'
import styles from './golfers-table.module.css'
import { GolfersTable } from './golfers-table.tsx'

type Props = { tournament: TournamentWithEntries; isCurrent: boolean }

/** Every golfer of the field, in the feed's order. */
export function GolfersBoard({ tournament, isCurrent }: Props) {
  const { pool, live } = useStandings(tournament)
  const hasBegun = useHasStarted(tournament)
  const arePicksShown = hasBegun && !arePicksHidden(tournament)
  const freshness = toBoardFreshness(tournament, live)
  const [golfer, setGolfer] = useState({ espnId: '', isOpen: false })
  const openGolfer = useCallback((espnId: string) => setGolfer({ espnId, isOpen: true }), [])
  const { leaderboard, failure } = live
  const golfers = useMemo(
    () => listGolferRows(pool, leaderboard?.golfersScores ?? [], arePicksShown),
    [pool, leaderboard?.golfersScores, arePicksShown],
  )
  const [find, setFind] = useFind()
  const found = useMemo(() => findGolfers(golfers, find), [golfers, find])
  useTabTitle(`${tournament.name} - Player Pool`)

  if (leaderboard === null && failure !== null && failure.code !== 'not-found') {
    return <FailedPanel error={failure} onRetry={live.refresh} />
  }
  const isWaiting = leaderboard === null && failure === null
  // Among those who are looked for there is no line that the cut runs along.
  const cutline = freshness.isFinal || found !== null ? null : (leaderboard?.cutline ?? null)

  return (
    <>
      <BoardHeading
        title={tournament.name}
        chooser={<TournamentChooser shownId={tournament.id} board="golfers" />}
        status={
          <BoardStatus isOld={freshness.trouble !== null} changed={leaderboard?.timeStamp ?? null}>
            {freshness.status === '' && !hasBegun ? 'Before the start' : freshness.status}
          </BoardStatus>
        }
        note={isWaiting ? ' ' : `${golfers.length} golfers`}
        tools={
          <FindBox
            what="a golfer"
            find={find}
            onFind={setFind}
            matches={found && { count: found.length, of: golfers.length }}
          />
        }
      />
      {leaderboard === null && failure?.code === 'not-found' && (
        <BoardNotice>There are no scores yet. They come as soon as the feed has them.</BoardNotice>
      )}
      {isWaiting ? (
        <GolfersSkeletonRows />
      ) : (
        <GolfersTable
          golfers={found ?? golfers}
          view={find}
          cutline={cutline}
          cutLineIndex={findCutLineIndex(golfers, cutline)}
          selected={golfer.espnId}
          onSelect={openGolfer}
        />
      )}
      {found?.length === 0 && <p className={styles['nobody']}>No golfer of the field has that name.</p>}
      {isCurrent && (
        <BoardFooter
          refreshMs={refreshIntervalMs}
          lastRefresh={live.lastRefresh}
          changed={leaderboard?.timeStamp ?? null}
          feedChecked={live.feedChecked}
          trouble={freshness.trouble}
          isFinal={freshness.isFinal}
        />
      )}
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

/** Those whose name has every word of it; null when nothing is looked for. */
function findGolfers(golfers: readonly GolferRow[], find: string): GolferRow[] | null {
  const words = toPlainWords(find)
  if (words.length === 0) return null
  return golfers.filter(({ fullName }) => {
    const name = toPlainName(fullName)
    return words.every((word) => name.includes(word))
  })
}
