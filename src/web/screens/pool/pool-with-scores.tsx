import { Suspense, useRef, useState } from 'react'
import type { BoardHandle } from '#web/board/board-body.tsx'
import { BoardFooter } from '#web/board/board-footer.tsx'
import { BoardSkeletonRows } from '#web/board/board-skeleton.tsx'
import { BoardChoices, BoardToggle } from '#web/board/board-toggle.tsx'
import { SortStatus } from '#web/board/sort-status.tsx'
import { OwnEntriesBar } from '#web/own-entries/own-entries-bar.tsx'
import { useMovement, useOwnEntries } from '#web/own-entries/use-own-entries.ts'
import { useIsReplay } from '#web/replay/use-past-board.ts'
import { lazyNamed } from '#web/ui/lazy-named.ts'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { StandIn } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useBoardSpeech } from './board-speech.tsx'
import type { PoolPhaseProps } from './common/use-pool-view.ts'
import { OpenEntry, useOpenEntry } from './entry/open-entry.tsx'
import { HatLine } from './hat-line.tsx'
import { PicksBoard } from './picks-board.tsx'
import styles from './pool-board.module.css'
import { PoolFoot } from './pool-foot.tsx'
import { CancelledNotice, PoolHeading } from './pool-heading.tsx'
import { useScrollToEntry } from './pool-scroll.ts'
import { usePoolSort } from './table/pool-columns.ts'
import { usePoolSearch } from './use-pool-search.ts'

const ReplayBar = lazyNamed(() => import('#web/replay/replay-bar.tsx'), 'ReplayBar')
const PoolMenuItems = lazyNamed(() => import('./pool-menu-items.tsx'), 'PoolMenuItems')
const PrizeOrderLine = lazyNamed(() => import('#web/payments/prize-order-line.tsx'), 'PrizeOrderLine')
const PoolRecord = lazyNamed(() => import('./chances/track-record-button.tsx'), 'PoolRecord')
const ChancesBoard = lazyNamed(() => import('./chances-board.tsx'), 'ChancesBoard')

/** On a phone, the viewer's entries stand above the controls of the replay. */
const replayRoom = { ['--replay-height' as string]: '6.5rem' }

/** The pool after its start: with the scores that there are, live, final or of a replay. */
export function PoolWithScores(props: PoolPhaseProps) {
  const { tournament, isCurrent, isRestored, user, view, tiebreakers, onOpenGolfer } = props
  const { pool, live, standings, whole, phase, isFinal } = view
  const userId = user.id
  const hasScores = phase === 'scores'
  const isReplay = useIsReplay()
  const { before, since, setSince } = useMovement(standings, {
    hasScores,
    isFinal,
    isPast: live.isPast,
    leaderboard: live.leaderboard,
  })
  const { own, rivalEntries } = useOwnEntries({ standings, before, userId, hasScores, isFinal })
  const barLines = Math.sign(own.length) + Math.sign(rivalEntries.length)
  // Chances are computed in a worker, and only once a component that shows them has been loaded (docs/forecast.md).
  const leaderboard = hasScores && !isFinal ? live.leaderboard : null
  const [wantsChances, setWantsChances] = useState(false)
  const isChances = wantsChances && leaderboard !== null
  const [chancesItems, setChancesItems] = useState<HTMLElement | null>(null)
  const board = useRef<BoardHandle>(null)
  const search = usePoolSearch(pool)
  const entry = useOpenEntry()
  const control = usePoolSort(tiebreakers.areShown)
  const scrollToEntry = useScrollToEntry(board, { isFiltered: search.matches !== null, setQuery: search.setQuery })
  const previous = hasScores ? view.previous : null
  const speech = useBoardSpeech({
    standings,
    previous,
    before,
    userId,
    isReplay: live.isPast,
  })
  const isTableShown = phase !== 'loading' && pool.size > 0

  const menuItems = live.leaderboard !== null && (
    <PoolMenuItems
      tournament={tournament}
      userId={userId}
      view={view}
      leaderboard={live.leaderboard}
      own={own}
      rivalEntries={rivalEntries}
      control={control}
      chancesItems={isChances ? setChancesItems : null}
      speech={speech}
    />
  )

  return (
    <div className={styles.board} style={{ ['--bar-lines' as string]: barLines, ...(isReplay && replayRoom) }}>
      <PoolHeading
        tournament={tournament}
        userId={userId}
        isCurrent={isCurrent}
        view={view}
        search={search}
        toggles={
          <>
            {!isChances && (
              <BoardToggle isOn={tiebreakers.isOn} onChange={tiebreakers.onChange}>
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
        items={menuItems}
      />
      <SortStatus control={control} />
      <OpenEntry
        entry={entry}
        standings={standings}
        hasScores={hasScores}
        leaderboard={leaderboard}
        round={live.leaderboard}
        userId={userId}
        isShown={phase !== 'loading'}
        isCertain={!isRestored}
      />
      <CancelledNotice tournament={tournament} />
      {!tournament.active && !live.isPast && tournament.decision && (
        <Notice>{`The first place is shared. The organisers have decided: ${tournament.decision}`}</Notice>
      )}
      {phase === 'no-scores' && <Notice>There are no scores yet. They appear here as soon as play begins.</Notice>}
      {barLines > 0 && (
        <OwnEntriesBar
          key={String(hasScores)}
          own={own}
          rivalEntries={rivalEntries}
          chances={leaderboard && { standings, leaderboard }}
          since={isFinal ? null : since}
          onSinceChange={setSince}
          onSelect={({ standing }) => scrollToEntry(standing.row)}
          onOpenRival={entry.open}
        />
      )}
      {hasScores && pool.size > 0 && <HatLine standings={standings} />}
      {phase === 'loading' && <BoardSkeletonRows board="pool" />}
      {isTableShown && isChances && (
        <Suspense
          fallback={
            <>
              <LoadingPanel />
              <BoardSkeletonRows board="pool" />
            </>
          }
        >
          <ChancesBoard
            standings={standings}
            leaderboard={leaderboard}
            matches={search.matches}
            items={chancesItems}
            userId={userId}
            onOpenEntry={entry.open}
            ref={board}
          />
        </Suspense>
      )}
      {isTableShown && !isChances && (
        <PicksBoard
          standings={standings}
          before={before}
          hasScores={hasScores}
          matches={search.matches}
          control={control}
          showTiebreakers={tiebreakers.areShown}
          userId={userId}
          entry={entry}
          onOpenGolfer={onOpenGolfer}
          ref={board}
        />
      )}
      {phase !== 'loading' && pool.size === 0 && <p className={styles.empty}>There are no entries.</p>}
      {hasScores && !tournament.active && !live.isPast && tournament.fee?.tiesByAnswers && (
        <Suspense>
          <div className={styles.order}>
            <PrizeOrderLine tournament={tournament} standings={whole} />
          </div>
        </Suspense>
      )}
      <PoolFoot tournament={tournament} standings={whole} hasStarted />
      {hasScores && isFinal && (
        <Suspense>
          <PoolRecord pool={whole.pool} />
        </Suspense>
      )}
      {isCurrent && !live.isPast && (
        <BoardFooter tournamentId={tournament.id} live={live} freshness={view} hasStarted />
      )}
      {isReplay && live.leaderboard !== null && (
        <Suspense fallback={<StandIn />}>
          <ReplayBar
            tournamentId={tournament.id}
            version={live.leaderboard.version}
            isFinal={live.connection === 'stopped'}
          />
        </Suspense>
      )}
      {speech.spoken}
    </div>
  )
}
