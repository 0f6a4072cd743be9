import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { User } from '#domain/permissions.ts'
import { toTabTitle } from '#domain/standings/tab-title.ts'
import type { TournamentWithEntries } from '#domain/tournament/tournament.ts'
import type { BoardHandle } from '#web/board/board-body.tsx'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { BoardSkeletonRows } from '#web/board/board-skeleton.tsx'
import { BoardChoices, BoardToggle } from '#web/board/board-toggle.tsx'
import { ShareButton } from '#web/board/share-button.tsx'
import { SortMenu, SortStatus } from '#web/board/sort-menu.tsx'
import { GolferModal } from '#web/golfer/golfer-modal.tsx'
import { listGolferRows } from '#web/golfer/golfer-rows.ts'
import { useStars } from '#web/golfer/use-stars.ts'
import { WholePoolContext } from '#web/groups/use-friend-group.ts'
import { OwnEntriesBar } from '#web/own-entries/own-entries-bar.tsx'
import { mostShownRivals, useMovement, useOwnEntries } from '#web/own-entries/use-own-entries.ts'
import { openVersion, useIsReplay } from '#web/replay/use-past-board.ts'
import { RulesLink } from '#web/rules/rules-link.tsx'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { MessageButton } from '#web/ui/message-modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useTabTitle } from '#web/ui/use-document-title.ts'
import { type OpenModal, useModalState } from '#web/ui/use-modal-state.ts'
import { useBoardSpeech } from './board-speech.tsx'
import { PoolRecord } from './chances/track-record-button.tsx'
import { type PoolView, usePoolView } from './common/use-pool-view.ts'
import { findKeyRow, OpenEntry, useOpenEntry } from './entry/open-entry.tsx'
import styles from './pool-board.module.css'
import { PoolEntrants, PoolTiebreakers, WithdrawnEntries } from './pool-entrants.tsx'
import { PoolBanner, PoolHeading } from './pool-heading.tsx'
import { useScrollToEntry, useScrollToShared } from './pool-scroll.ts'
import { usePoolSort } from './table/pool-columns.ts'
import { PoolTable } from './table/pool-table.tsx'
import { usePoolOrder } from './table/use-pool-order.ts'
import { usePoolSearch } from './use-pool-search.ts'

const ReplayBar = lazy(async () => ({ default: (await import('#web/replay/replay-bar.tsx')).ReplayBar }))
const ProgressView = lazy(async () => ({ default: (await import('./progress/progress-view.tsx')).ProgressView }))
const ChancesBoard = lazy(async () => ({ default: (await import('./chances-board.tsx')).ChancesBoard }))

type Props = { tournament: TournamentWithEntries; isCurrent: boolean; user: User }

/** On a phone, the viewer's entries stand above the controls of the replay. */
const replayRoom = { ['--replay-height' as string]: '6.5rem' }

/** The pool of one tournament: open for entries, live or final. */
export function PoolBoard({ tournament, isCurrent, user }: Props) {
  const view = usePoolView(tournament)
  const { pool, live, standings, whole, phase } = view
  const hasScores = phase === 'scores'
  const isReplay = useIsReplay()
  const { isFinal } = view
  const { before, since, setSince } = useMovement(standings, { hasScores, isFinal, ...live })
  const bar = useOwnEntries({ standings, before, userId: user.id, hasScores, isFinal })
  // Chances are computed in a worker, and only once a component that shows them has been loaded (docs/forecast.md).
  const leaderboard = hasScores && !view.isFinal ? live.leaderboard : null
  const [wantsChances, setWantsChances] = useState(false)
  const isChances = wantsChances && leaderboard !== null
  const [chancesItems, setChancesItems] = useState<HTMLElement | null>(null)
  const [showTiebreakers, setShowTiebreakers] = useState(false)
  // The button responds immediately, and the table follows.
  const areTiebreakersShown = useDeferredValue(showTiebreakers)
  const golfer = useModalState<string>()
  const board = useRef<BoardHandle>(null)
  const search = usePoolSearch(pool)
  const entry = useOpenEntry()
  const control = usePoolSort(areTiebreakersShown)
  const isOpenForEntries = phase === 'open'
  const matches = isOpenForEntries ? null : search.matches
  const { order, headings } = usePoolOrder({
    standings,
    matches,
    control,
    isSortable: hasScores,
    showTiebreakers: areTiebreakersShown,
  })
  const isTableShown = phase !== 'loading' && phase !== 'failed' && pool.size > 0
  const scrollToEntry = useScrollToEntry(board, { isFiltered: matches !== null, setQuery: search.setQuery })
  useScrollToShared(board, order, entry.key === null ? null : findKeyRow(standings, entry.key), isTableShown)
  const previous = hasScores ? view.previous : null
  const { questions, text, spoken } = useBoardSpeech({ standings, previous, before, userId: user.id })
  useTabTitle(usePoolTabTitle(tournament, view, user))

  if (phase === 'failed') return <ErrorPanel error={live.failure} onRetry={live.refresh} />
  const barLines = isOpenForEntries ? 0 : Math.sign(bar.own.length) + Math.sign(bar.rivalEntries.length)
  return (
    <WholePoolContext value={whole === standings ? null : whole}>
      <div className={styles.board} style={{ ['--bar-lines' as string]: barLines, ...(isReplay && replayRoom) }}>
        <PoolHeading
          {...{ tournament, isCurrent, view, search }}
          userId={user.id}
          toggles={
            <>
              {!isChances && (
                <BoardToggle isOn={showTiebreakers} onChange={setShowTiebreakers}>
                  Tiebreakers
                </BoardToggle>
              )}
              {leaderboard !== null && (
                <BoardChoices label="View">
                  <BoardToggle isOn={!isChances} onChange={() => setWantsChances(false)}>
                    Picks
                  </BoardToggle>
                  <BoardToggle isOn={isChances} onChange={() => setWantsChances(true)}>
                    Chances
                  </BoardToggle>
                </BoardChoices>
              )}
            </>
          }
          items={
            hasScores &&
            live.leaderboard !== null && (
              <>
                {bar.rivalEntries.slice(mostShownRivals).map(({ standing }) => (
                  <button type="button" key={standing.row} onClick={() => entry.open(standing)}>
                    {`★ ${standing.position} ${standing.displayName}, ${standing.toPar}`}
                  </button>
                ))}
                <button type="button" onClick={() => openVersion(live.leaderboard?.version ?? 0)}>
                  Replay
                </button>
                <MessageButton title="Charts" size="large">
                  <ProgressView {...{ pool, ...bar }} leaderboard={live.leaderboard} />
                </MessageButton>
                {isChances ? (
                  <div ref={setChancesItems} className="menu-part" />
                ) : (
                  <SortMenu control={control} isItem />
                )}
                {tournament.cancelledReason === undefined && (
                  <ShareButton standings={whole} userId={user.id} status={view.statusText} />
                )}
              </>
            )
          }
        >
          {hasScores && questions}
          {/* For those who do not hear it. */}
          <p className="small" aria-hidden="true">
            {text}
          </p>
        </PoolHeading>
        <SortStatus control={control} />
        {tournament.active && isOpenForEntries && (
          <PoolBanner {...{ tournament }} entryId={tournament.entries.find(({ userId }) => userId === user.id)?.id} />
        )}
        <OpenEntry
          {...{ entry, standings, hasScores, leaderboard }}
          round={live.leaderboard}
          userId={user.id}
          isShown={phase !== 'loading' && !isOpenForEntries}
        />
        {tournament.cancelledReason !== undefined && (
          <Notice>{`It ended without places. ${tournament.cancelledReason}`}</Notice>
        )}
        {!tournament.active && !live.isPast && tournament.decision && (
          <Notice>{`The first place is shared. The organisers have decided: ${tournament.decision}`}</Notice>
        )}
        {phase === 'no-scores' && <Notice>There are no scores yet. They appear here as soon as play begins.</Notice>}
        {barLines > 0 && (
          <OwnEntriesBar
            key={String(hasScores)}
            {...bar}
            chances={leaderboard && { standings, leaderboard }}
            since={isFinal ? null : since}
            onSinceChange={setSince}
            onSelect={({ standing }) => scrollToEntry(standing.row)}
          />
        )}
        {phase === 'loading' && <BoardSkeletonRows board="pool" />}
        {isTableShown && isChances && (
          <Suspense fallback={<BoardSkeletonRows board="pool" />}>
            <ChancesBoard
              {...{ standings, leaderboard, matches }}
              items={chancesItems}
              userId={user.id}
              onOpenEntry={entry.open}
              ref={board}
            />
          </Suspense>
        )}
        {isTableShown && !isChances && (
          <>
            <PoolTable
              {...{ standings, before, order, headings, matches, hasScores }}
              showTiebreakers={areTiebreakersShown}
              userId={user.id}
              onOpenGolfer={golfer.openModal}
              onOpenEntry={entry.open}
              ref={board}
            />
            {search.matches?.count === 0 && <p className={styles.empty}>No entries match your search.</p>}
          </>
        )}
        {isOpenForEntries && <PoolEntrants pool={pool} userId={user.id} />}
        {(hasScores || phase === 'no-scores') && pool.size === 0 && (
          <p className={styles.empty}>There are no entries.</p>
        )}
        <WithdrawnEntries entries={tournament.withdrawnEntries ?? []} />
        <PoolTiebreakers tiebreakers={tournament.tiebreakers} />
        {hasScores && view.isFinal && <PoolRecord pool={whole.pool} />}
        <RulesLink />
        {!isOpenForEntries && (
          <p className="small-print">
            <Link to={`/picks/${tournament.id}`}>All picks as of the lock</Link>
            {tournament.seal && `. The seal of the pool: ${tournament.seal.words}`}
          </p>
        )}
        {isCurrent && !live.isPast && (
          <BoardFooter tournamentId={tournament.id} live={live} freshness={view} hasStarted={!isOpenForEntries} />
        )}
        {isReplay && live.leaderboard !== null && (
          <Suspense>
            <ReplayBar tournamentId={tournament.id} version={live.leaderboard.version} />
          </Suspense>
        )}
        {spoken}
        <PoolGolferModal view={view} opened={golfer} userId={user.id} isLive={isCurrent && !view.isFinal} />
      </div>
    </WholePoolContext>
  )
}

type PoolGolferModalProps = { view: PoolView; opened: OpenModal<string>; userId: number; isLive: boolean }

function PoolGolferModal({ view, opened, userId, isLive }: PoolGolferModalProps) {
  const { pool, live, standings, phase } = view
  const espnId = opened.modal?.subject
  const golfersScores = live.leaderboard?.golfersScores
  const par = live.leaderboard?.event.par ?? 0
  const golfer = useMemo(() => {
    if (espnId === undefined) return undefined
    const field = { golfersScores: golfersScores ?? [], par }
    return listGolferRows(pool, field, phase !== 'open').find((row) => row.espnId === espnId)
  }, [pool, golfersScores, par, phase, espnId])
  const stars = useStars()
  const owners = phase === 'open' ? null : { standings, userId }
  const { tournament } = pool
  return <GolferModal {...{ tournament, golfer, opened, stars, owners, isLive }} onCorrected={live.refresh} />
}

function usePoolTabTitle({ name }: TournamentWithEntries, view: PoolView, { id: userId }: User): string {
  const { whole, live, phase } = view
  const currentRound = live.leaderboard?.currentRound ?? 0
  return useMemo(() => {
    if (phase !== 'scores') return `${name} - Player Pool`
    return toTabTitle({ standings: whole, userId, currentRound, tournamentName: name })
  }, [phase, whole, userId, currentRound, name])
}
