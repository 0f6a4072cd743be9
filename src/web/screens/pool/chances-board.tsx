import { type ComponentProps, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { SortMenu } from '#web/board/sort-menu.tsx'
import { SortStatus } from '#web/board/sort-status.tsx'
import { toWaitingText } from '#web/chances/chances-text.ts'
import { useChances } from '#web/chances/use-chances.ts'
import { toWhatIfSearch } from '#web/url/scenario-address.ts'
import styles from './chances/chances.module.css'
import { useChancesOrder, useChancesSort } from './chances/chances-sort.ts'
import { ChancesTable } from './chances/chances-table.tsx'
import { ForecastNote } from './chances/entry-chances.tsx'
import { TrackRecordButton } from './chances/track-record-button.tsx'
import type { PoolMatches } from './table/pool-search.ts'

type Props = Pick<ComponentProps<typeof ChancesTable>, 'standings' | 'userId' | 'onOpenEntry' | 'ref'> & {
  leaderboard: Leaderboard
  matches: PoolMatches | null
  /** The element of the board’s menu that holds the items of this view. */
  items: HTMLElement | null
}

/** Time for the chances to be shown first. */
const preloadAfterMs = 3000

/** The scenario opens at once, and without a network too. */
function usePreloadedScenario(): void {
  useEffect(() => {
    const timer = setTimeout(() => void import('./what-if/what-if-board.tsx').catch(() => undefined), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

/** The "Chances" view of the pool. */
export function ChancesBoard({ standings, leaderboard, matches, items, userId, onOpenEntry, ref }: Props) {
  const { pool } = standings
  usePreloadedScenario()
  const state = useChances({ pool, leaderboard, roundStart: true })
  const control = useChancesSort()
  const order = useChancesOrder(standings, state, control.sort, matches)
  if (state.isTooLarge) return <p>{toWaitingText(state)}</p>
  return (
    <>
      {items !== null &&
        createPortal(
          <>
            <SortMenu control={control} isItem />
            <Link to={toWhatIfSearch(pool, [])}>What if…</Link>
          </>,
          items,
        )}
      <SortStatus control={control} />
      <ChancesTable
        standings={standings}
        state={state}
        order={order}
        userId={userId}
        onOpenEntry={onOpenEntry}
        ref={ref}
        headings={control}
        label="Pool standings"
      />
      {matches?.count === 0 && <p className="small-print">No entries match your search.</p>}
      <div className={`no-print ${styles.about}`}>
        <ForecastNote state={state} />
        <TrackRecordButton />
      </div>
    </>
  )
}
