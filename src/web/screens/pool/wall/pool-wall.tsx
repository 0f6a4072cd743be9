import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { findMovers } from '#domain/standings/movers.ts'
import { lineOfRow, standingAt } from '#domain/standings/standings.ts'
import { type TournamentWithEntries, tierNames } from '#domain/tournament/tournament.ts'
import { hasOwnLook } from '#web/app/page/page-settings.ts'
import { PoolMark } from '#web/app/page/pool-mark.tsx'
import { toSourceText } from '#web/board/board-freshness.ts'
import { Freshness } from '#web/board/board-status.tsx'
import { findSharedProgress } from '#web/board/golfer-progress.ts'
import { keepGroup } from '#web/groups/use-friend-group.ts'
import { useRoundStart } from '#web/own-entries/use-own-entries.ts'
import { toPoolSummary, usePoolView } from '#web/screens/pool/common/use-pool-view.ts'
import { toMoment } from '#web/time/time-text.ts'
import { useTabTitle } from '#web/ui/use-document-title.ts'
import { useKeyDown } from '#web/ui/use-key-down.ts'
import styles from './pool-wall.module.css'
import { toWallPage, useWallPaging } from './use-wall-paging.ts'
import { WallAddress, WallEntrants, WallRow } from './wall-row.tsx'

type Props = { tournament: TournamentWithEntries }

/** The wall display: the pool in large type, without controls, paged automatically. Escape leaves it. */
export function PoolWall({ tournament }: Props) {
  const view = usePoolView(tournament)
  const { pool, live, standings, previous, phase, isFinal, statusText, changedAt } = view
  const isOpenForEntries = phase === 'open'
  const hasScores = phase === 'scores'
  const source = live.leaderboard && toSourceText(live.leaderboard.source, new Date())
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  const { step, isPaused } = useWallPaging()
  const size = hasScores ? standings.size : 0
  const linesPerPage = useLinesPerPage(table)
  const roundStart = useRoundStart(standings, hasScores ? live.leaderboard : null)
  const before = isFinal ? null : (roundStart ?? previous)
  const movers = useMemo(() => findMovers(before, standings, linesPerPage), [before, standings, linesPerPage])
  const { page, pages, content } = toWallPage({ size, linesPerPage, hasMovers: movers.length > 0 }, step)
  const lines =
    content.kind === 'movers'
      ? movers.map(({ row }) => lineOfRow(standings, row))
      : Array.from({ length: content.end - content.first }, (_, index) => content.first + index)
  const shared = useMemo(() => findSharedProgress(standings.golfers), [standings.golfers])
  useTabTitle(`${tournament.name} - Player Pool`)
  useWallScreen()

  return (
    <div className={styles.wall}>
      <header className={styles.head}>
        {hasOwnLook && (
          <p className={`to-par ${styles.mark}`}>
            <PoolMark />
          </p>
        )}
        <h1>{tournament.name}</h1>
        <p className={styles.status}>
          <span>{statusText}</span>
          <Freshness live={live} freshness={view} hasStarted={!isOpenForEntries} />
        </p>
      </header>
      {isOpenForEntries ? (
        <WallEntrants pool={pool} />
      ) : (
        <table
          role="table"
          ref={setTable}
          className={styles.table}
          aria-label="Pool standings"
          aria-rowcount={size + 1}
        >
          <thead role="rowgroup" className={styles.columns}>
            <tr role="row" className={styles.row}>
              {['Pos', 'Name', ...tierNames.map((tier) => `Golfer ${tier}`), 'To Par'].map((text) => (
                <th role="columnheader" scope="col" key={text}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            key={step}
            className={styles.page}
            style={{ '--lines': Math.min(linesPerPage, Math.max(1, size)) } as CSSProperties}
          >
            {lines
              .map((line) => standingAt(standings, line))
              .map((standing) => (
                <WallRow
                  key={standing.row}
                  standing={standing}
                  before={before}
                  standings={standings}
                  {...(hasScores && !isFinal && { progress: shared })}
                />
              ))}
          </tbody>
        </table>
      )}
      <footer className={styles.footer}>
        <p>{toPoolSummary(pool, isOpenForEntries)}</p>
        {hasScores && changedAt !== null && <p>{source ?? `Scores last changed ${toMoment(changedAt, new Date())}`}</p>}
        {pages > 1 && (
          <p>
            <strong>{toPageTitle(content, roundStart !== null)}</strong> {isPaused && 'Paused: '}
            {page + 1} of {pages}
            <span className="visually-hidden"> pages. Press Space to pause, or the arrow keys to change pages.</span>
          </p>
        )}
        {!isOpenForEntries && <WallAddress />}
      </footer>
    </div>
  )
}

function toPageTitle(content: ReturnType<typeof toWallPage>['content'], isSinceRound: boolean): string {
  if (content.kind === 'movers') return isSinceRound ? 'Biggest moves since the round began' : 'Biggest moves'
  return content.first === 0 ? 'Leaders' : `Rows ${content.first + 1} to ${content.end}`
}

/** How many rows of at least their least height fit below the table head; 1 until the table is measured. */
function useLinesPerPage(table: HTMLTableElement | null): number {
  const [lines, setLines] = useState(1)
  useLayoutEffect(() => {
    if (table === null) return
    const measure = () => {
      const row = table.querySelector('tbody tr')
      const head = table.tHead?.getBoundingClientRect().height ?? 0
      if (row === null) return
      const least = Number.parseFloat(getComputedStyle(row).minHeight)
      setLines(Math.max(1, Math.floor((table.clientHeight - head) / least)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(table)
    // The first row appears with the first scores.
    const rows = new MutationObserver(measure)
    rows.observe(table, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      rows.disconnect()
    }
  }, [table])
  return lines
}

/** Escape leaves the display. Keeps the screen awake while the page is visible, where the device allows it. */
export function useWallScreen(): void {
  useKeyDown(({ key }) => {
    if (key === 'Escape') navigate(keepGroup(location.pathname))
  })
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const acquire = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      navigator.wakeLock.request('screen').then(
        (sentinel) => {
          lock = sentinel
          if (isUnmounted) void sentinel.release()
        },
        // Refused, for example to save the battery.
        () => undefined,
      )
    }
    acquire()
    // A hidden page loses its lock.
    document.addEventListener('visibilitychange', acquire)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', acquire)
      void lock?.release()
    }
  }, [])
}
