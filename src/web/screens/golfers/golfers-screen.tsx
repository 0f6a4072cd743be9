import { lazy, Suspense, useMemo } from 'react'
import type { User } from '#domain/permissions.ts'
import { listPicksOfUser } from '#domain/standings/owners.ts'
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
import { listGolferRows } from '#web/golfer/golfer-rows.ts'
import { useStars } from '#web/golfer/use-stars.ts'
import { useStandings } from '#web/live/use-standings.ts'
import { useIsReplay } from '#web/replay/use-past-board.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { SelectedTournamentGate } from '#web/tournament/selected-tournament-gate.tsx'
import { arePicksHidden } from '#web/tournament/tournament-refetch.ts'
import { TournamentSwitcher } from '#web/tournament/tournament-switcher.tsx'
import { useHasStarted } from '#web/tournament/use-has-started.ts'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { filterByName } from '#web/ui/name-filter.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useStoredChoice } from '#web/ui/stored-choice.ts'
import { useTabTitle } from '#web/ui/use-document-title.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { useSearchQuery } from '#web/url/parameters.ts'
import { listFilledColumns, listLines, sortGolfers, useGolfersSort } from './golfers-sort.ts'
import styles from './golfers-table.module.css'
import { GolfersTable } from './golfers-table.tsx'

const ReplayBar = lazy(async () => ({ default: (await import('#web/replay/replay-bar.tsx')).ReplayBar }))

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
  const isReplay = useIsReplay()
  const isStarted = useHasStarted(tournament)
  const arePicksShown = isStarted && !arePicksHidden(tournament)
  const freshness = toBoardFreshness(tournament, live)
  const opened = useModalState<string>()
  const owners = useModalState<string>()
  const { leaderboard, failure } = live
  const golfersScores = leaderboard?.golfersScores
  const par = leaderboard?.event.par ?? 0
  const golfers = useMemo(
    () => listGolferRows(pool, { golfersScores: golfersScores ?? [], par }, arePicksShown),
    [pool, golfersScores, par, arePicksShown],
  )
  const [query, setQuery] = useSearchQuery()
  const stars = useStars()
  const mine = useMemo(() => listPicksOfUser(pool, user.id), [pool, user.id])
  const [shownChoice, setShownChoice] = useStoredChoice('golfers-shown', ['all', 'mine'])
  const isMineOnly = shownChoice === 'mine' && mine.size > 0
  const control = useGolfersSort()
  const { sort } = control
  const filled = useMemo(() => listFilledColumns(golfers), [golfers])
  const matches = useMemo(() => filterByName(golfers, query, ({ fullName }) => fullName), [golfers, query])
  // A filtered or sorted list has no cut line (docs/rules.md, 3.6).
  const isWhole = matches === null && !isMineOnly && control.isDefault
  const cutline = freshness.isFinal || !isWhole ? null : (leaderboard?.cutline ?? null)
  const lines = useMemo(() => {
    const sorted = sortGolfers(matches ?? golfers, sort)
    const chosen = isMineOnly ? sorted.filter(({ espnId }) => mine.has(espnId)) : sorted
    return listLines(chosen, { starred: stars.starred, cutline, sort })
  }, [matches, golfers, sort, isMineOnly, mine, stars.starred, cutline])
  useTabTitle(`${tournament.name} - Player Pool`)

  if (leaderboard === null && failure !== null && failure.code !== 'not-found') {
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
          <LiveBoardStatus tournamentId={tournament.id} {...{ live, freshness, isCurrent }} hasStarted={isStarted}>
            {freshness.status === '' && !isStarted ? 'Before the start' : freshness.status}
          </LiveBoardStatus>
        }
        note={isWaiting ? ' ' : formatCount(golfers.length, 'golfer')}
        tools={
          <>
            <SearchBox
              what="a golfer"
              query={query}
              onQueryChange={setQuery}
              matches={matches && { count: matches.length, of: golfers.length }}
            />
            <SortMenu control={control} />
            {mine.size > 0 && (
              <BoardToggle isOn={isMineOnly} onChange={(isOn) => setShownChoice(isOn ? 'mine' : 'all')}>
                Mine
              </BoardToggle>
            )}
          </>
        }
      />
      {leaderboard === null && failure?.code === 'not-found' && (
        <Notice>There are no scores yet. They appear here as soon as play begins.</Notice>
      )}
      {isWaiting ? (
        <BoardSkeletonRows board="golfers" />
      ) : (
        <GolfersTable
          {...{ lines, control, mine, filled }}
          view={`${query} ${isMineOnly} ${sort.name}`}
          starred={stars.starred}
          onOpenOwners={owners.openModal}
          selected={opened.modal?.subject ?? ''}
          onSelect={opened.openModal}
        />
      )}
      {!isWaiting && golfers.length > 0 && lines.length === 0 && (
        <p className={styles.empty}>No golfers match your search.</p>
      )}
      {isReplay && leaderboard !== null && (
        <Suspense>
          <ReplayBar tournamentId={tournament.id} version={leaderboard.version} />
        </Suspense>
      )}
      {isCurrent && !live.isPast && (
        <BoardFooter tournamentId={tournament.id} {...{ live, freshness }} hasStarted={isStarted} />
      )}
      <GolferModal
        {...{ tournament, opened, stars }}
        golfer={golfers.find(({ espnId }) => espnId === opened.modal?.subject)}
        owners={arePicksShown ? { standings, userId: user.id } : null}
        isLive={isCurrent && !freshness.isFinal}
        onCorrected={live.refresh}
      />
      {owners.modal !== null && (
        <MessageModal
          open={owners.modal.isOpen}
          onClose={owners.close}
          title={golfers.find(({ espnId }) => espnId === owners.modal?.subject)?.fullName ?? ''}
        >
          <GolferOwners
            key={owners.modal.subject}
            espnId={owners.modal.subject}
            standings={standings}
            userId={user.id}
            onLeave={owners.close}
          />
        </MessageModal>
      )}
    </>
  )
}
