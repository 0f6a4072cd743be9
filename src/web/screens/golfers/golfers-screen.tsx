import { Suspense, useMemo } from 'react'
import type { User } from '#domain/permissions.ts'
import { listPicksOfUser } from '#domain/standings/owners.ts'
import type { Standings } from '#domain/standings/standings.ts'
import { formatCount } from '#domain/text/format.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { toBoardFreshness } from '#web/board/board-freshness.ts'
import { BoardSkeleton, BoardSkeletonRows } from '#web/board/board-skeleton.tsx'
import { LiveBoardStatus } from '#web/board/board-status.tsx'
import { BoardToggle } from '#web/board/board-toggle.tsx'
import { SortMenu } from '#web/board/sort-menu.tsx'
import { GolferModal } from '#web/golfer/golfer-modal.tsx'
import { GolferOwners } from '#web/golfer/golfer-owners.tsx'
import { type GolferRow, listGolferRows } from '#web/golfer/golfer-rows.ts'
import { useStars } from '#web/golfer/use-stars.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { useIsReplay } from '#web/replay/use-past-board.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { TournamentSwitcher } from '#web/tournament/tournament-switcher.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { StandIn } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useTabTitle } from '#web/ui/use-document-title.ts'
import { type OpenModal, useModalState } from '#web/ui/use-modal-state.ts'
import styles from './golfers-table.module.css'
import { GolfersTable } from './golfers-table.tsx'
import { useGolfersList } from './use-golfers-list.ts'

const ReplayBar = lazyNamed(() => import('#web/replay/replay-bar.tsx'), 'ReplayBar')

/** The golfers leaderboard of the current tournament, or of the one in the URL (docs/rules.md, 3.1). */
export function GolfersScreen() {
  return (
    <SelectedTournamentGate board="golfers" skeleton={<BoardSkeleton board="golfers" />}>
      {(board) => <GolfersBoard key={board.tournament.id} {...board} />}
    </SelectedTournamentGate>
  )
}

type Props = { tournament: TournamentWithEntries; isCurrent: boolean; user: User }

/** The whole field in the feed’s order, with search, freshness and golfer details. */
function GolfersBoard({ tournament, isCurrent, user }: Props) {
  const { pool, live, standings } = useStandings(tournament)
  const { leaderboard, failure } = live
  const isReplay = useIsReplay()
  const isStarted = useHasStarted(tournament)
  const arePicksShown = isStarted && !arePicksHidden(tournament)
  const freshness = toBoardFreshness(tournament, live)
  const opened = useModalState<string>()
  const owners = useModalState<string>()
  const golfersScores = leaderboard?.golfersScores
  const par = leaderboard?.event.par ?? 0
  const golfers = useMemo(
    () => listGolferRows(pool, { golfersScores: golfersScores ?? [], par }, arePicksShown),
    [pool, golfersScores, par, arePicksShown],
  )
  const stars = useStars()
  const mine = useMemo(() => listPicksOfUser(pool, user.id), [pool, user.id])
  const cutline = freshness.isFinal ? null : (leaderboard?.cutline ?? null)
  const list = useGolfersList({ golfers, mine, starred: stars.starred, cutline })
  useTabTitle(`${tournament.name} - Player Pool`)

  const hasNoScores = leaderboard === null && failure?.code === 'not-found'
  if (leaderboard === null && failure !== null && !hasNoScores) {
    return <ErrorPanel error={failure} onRetry={live.refresh} />
  }
  const isWaiting = leaderboard === null && failure === null

  return (
    <>
      <PageHeading
        isBoard
        title={tournament.name}
        switcher={<TournamentSwitcher selectedId={tournament.id} board="golfers" />}
        status={
          <LiveBoardStatus
            tournamentId={tournament.id}
            live={live}
            freshness={freshness}
            isCurrent={isCurrent}
            hasStarted={isStarted}
          >
            {freshness.status === '' && !isStarted ? 'Before the start' : freshness.status}
          </LiveBoardStatus>
        }
        note={isWaiting ? ' ' : formatCount(golfers.length, 'golfer')}
        tools={<GolfersTools list={list} golfers={golfers} hasMine={mine.size > 0} />}
      />
      {hasNoScores && <Notice>There are no scores yet. They appear here as soon as play begins.</Notice>}
      {isWaiting ? (
        <BoardSkeletonRows board="golfers" />
      ) : (
        <GolfersTable
          lines={list.lines}
          control={list.control}
          mine={mine}
          view={list.view}
          starred={stars.starred}
          onOpenOwners={owners.openModal}
          selected={opened.modal?.subject ?? ''}
          onSelect={opened.openModal}
        />
      )}
      {!isWaiting && golfers.length > 0 && list.lines.length === 0 && (
        <p className={styles.empty}>No golfers match your search.</p>
      )}
      {isReplay && leaderboard !== null && (
        <Suspense fallback={<StandIn />}>
          <ReplayBar
            tournamentId={tournament.id}
            version={leaderboard.version}
            isFinal={live.connection === 'stopped'}
          />
        </Suspense>
      )}
      {isCurrent && !live.isPast && (
        <BoardFooter tournamentId={tournament.id} live={live} freshness={freshness} hasStarted={isStarted} />
      )}
      <GolferModal
        tournament={tournament}
        golfer={findGolfer(golfers, opened)}
        opened={opened}
        stars={stars}
        owners={arePicksShown ? { standings, userId: user.id } : null}
        isLive={isCurrent && !freshness.isFinal}
        onCorrected={live.refresh}
      />
      <OwnersModal opened={owners} golfer={findGolfer(golfers, owners)} standings={standings} userId={user.id} />
    </>
  )
}

function findGolfer(golfers: readonly GolferRow[], { modal }: OpenModal<string>): GolferRow | undefined {
  return golfers.find(({ espnId }) => espnId === modal?.subject)
}

type ToolsProps = { list: ReturnType<typeof useGolfersList>; golfers: readonly GolferRow[]; hasMine: boolean }

/** Search, sort and "Mine". */
function GolfersTools({ list, golfers, hasMine }: ToolsProps) {
  const { query, setQuery, matches } = list.search
  return (
    <>
      <SearchBox
        what="a golfer"
        query={query}
        onQueryChange={setQuery}
        matches={matches && { count: matches.length, of: golfers.length }}
      />
      <SortMenu control={list.control} />
      {hasMine && (
        <BoardToggle isOn={list.isMineOnly} onChange={list.setMineOnly}>
          Mine
        </BoardToggle>
      )}
    </>
  )
}

type OwnersProps = {
  opened: OpenModal<string>
  golfer: GolferRow | undefined
  standings: Standings
  userId: number
}

/** The entries that have picked a golfer. */
function OwnersModal({ opened: { modal, close }, golfer, standings, userId }: OwnersProps) {
  if (modal === null) return null
  return (
    <MessageModal open={modal.isOpen} onClose={close} title={golfer?.fullName ?? ''}>
      <GolferOwners key={modal.subject} espnId={modal.subject} standings={standings} userId={userId} onLeave={close} />
    </MessageModal>
  )
}
