import { useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { standingAt } from '#domain/standings.ts'
import { type TournamentWithEntries, tierNames } from '#domain/tournament.ts'
import { BoardStatus } from '#web/board/board-status.tsx'
import { useTabTitle } from '#web/board/use-tab-title.ts'
import { hasOwnLook } from '#web/page/page-settings.ts'
import { PoolMark } from '#web/page/pool-mark.tsx'
import { toMoment } from '#web/time/board-time.ts'
import { toPoolSummary, usePoolView } from '../use-pool-view.ts'
import styles from './pool-wall.module.css'
import { useWakeLock } from './use-wake-lock.ts'
import { toWallPage, useWallPaging } from './use-wall-paging.ts'
import { WallEntrants, WallRow } from './wall-row.tsx'

type Props = { tournament: TournamentWithEntries }

/** The pool for a screen on a wall: large, without controls, one page after another. Escape leaves it. */
export function PoolWall({ tournament }: Props) {
  const { pool, standings, phase, staleReason, statusText, changedAt } = usePoolView(tournament)
  const isOpenForEntries = phase === 'open'
  const hasScores = phase === 'scores'
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  const { step, isPaused } = useWallPaging()
  const size = hasScores ? standings.size : 0
  const { page, pages, first, end } = toWallPage(size, useLinesPerPage(table), step)
  useTabTitle(`${tournament.name} - Player Pool`)
  useWakeLock()
  useExitOnEscape()

  return (
    <div className={styles['wall']}>
      <header className={styles['head']}>
        {hasOwnLook && (
          <p className={styles['mark']}>
            <PoolMark />
          </p>
        )}
        <h1>{tournament.name}</h1>
        <p className={styles['status']}>
          <BoardStatus isStale={hasScores && staleReason !== null} changedAt={changedAt}>
            {statusText}
          </BoardStatus>
        </p>
      </header>
      {isOpenForEntries ? (
        <WallEntrants pool={pool} />
      ) : (
        <table
          role="table"
          ref={setTable}
          className={styles['table']}
          aria-label="Pool standings"
          aria-rowcount={size + 1}
        >
          <thead role="rowgroup" className={styles['columns']}>
            <tr role="row" className={styles['row']}>
              {['Pos', 'Name', ...tierNames.map((tier) => `Golfer ${tier}`), 'To Par'].map((text) => (
                <th role="columnheader" scope="col" key={text}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" key={page} className={styles['page']}>
            {Array.from({ length: end - first }, (_, index) => standingAt(standings, first + index)).map((standing) => (
              <WallRow key={standing.row} standing={standing} />
            ))}
          </tbody>
        </table>
      )}
      <footer className={styles['footer']}>
        <p>{toPoolSummary(pool, isOpenForEntries)}</p>
        {hasScores && changedAt !== null && <p>Scores last changed {toMoment(changedAt, new Date())}</p>}
        {pages > 1 && (
          <p>
            {isPaused && 'Paused: '}
            {page + 1} of {pages}
            <span className="visually-hidden"> pages. Press Space to pause, or the arrow keys to change pages.</span>
          </p>
        )}
      </footer>
    </div>
  )
}

/** How many rows fit below the table head; 1 until it is measured. */
function useLinesPerPage(table: HTMLTableElement | null): number {
  const [lines, setLines] = useState(1)
  useLayoutEffect(() => {
    if (table === null) return
    const measure = () => {
      const row = table.querySelector('tbody tr')?.getBoundingClientRect().height
      const head = table.tHead?.getBoundingClientRect().height ?? 0
      if (row !== undefined) setLines(Math.max(1, Math.floor((table.clientHeight - head) / row)))
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

function useExitOnEscape(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') navigate({ search: '' })
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [navigate])
}
