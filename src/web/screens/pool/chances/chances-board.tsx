import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Standings } from '#domain/standings/standings.ts'
import type { BoardOrder } from '#web/board/board-order.ts'
import type { EntryKey } from '#web/board/entry-address.ts'
import { SortMenu } from '#web/board/sort-menu.tsx'
import type { ChancesState } from '#web/chances/chances-client.ts'
import { useChances } from '#web/chances/use-chances.ts'
import type { PoolMatches } from '../table/pool-matches.ts'
import { toWhatIfSearch } from '../what-if/scenario-address.ts'
import styles from './chances.module.css'
import { useChancesSort } from './chances-sort.ts'
import { ChancesTable } from './chances-table.tsx'
import { toSampleText, toWaitingText } from './entry-chances.tsx'
import { TrackRecordButton } from './track-record-button.tsx'
import { useChancesOrder } from './use-chances-order.ts'

export type ChancesBoardProps = {
  standings: Standings
  leaderboard: Leaderboard
  matches: PoolMatches | null
  userId: number
  onOpenEntry: (entry: EntryKey) => void
  /** Told which row is on which line, so that others can scroll to a row. */
  onOrder: (order: BoardOrder | null) => void
}

/** The "Chances" view of the pool. */
export function ChancesBoard({ standings, leaderboard, matches, userId, onOpenEntry, onOrder }: ChancesBoardProps) {
  const { pool } = standings
  const state = useChances({ pool, leaderboard, morning: true })
  const control = useChancesSort()
  const order = useChancesOrder(standings, state, control.sort, matches)
  useEffect(() => {
    onOrder(order)
    return () => onOrder(null)
  }, [order, onOrder])
  return (
    <>
      <div className={`no-print ${styles.strip}`}>
        <SortMenu control={control} />
        <Link className="button-secondary" to={toWhatIfSearch(pool, [])}>
          What if…
        </Link>
        <TrackRecordButton />
        <ForecastNote state={state} />
      </div>
      <ChancesTable {...{ standings, state, order, userId, onOpenEntry }} headings={control} label="Pool standings" />
      {matches?.count === 0 && <p className="small-print">No entries match your search.</p>}
    </>
  )
}

type NoteProps = { state: ChancesState; hasChanges?: boolean }

/** That it is a forecast, in one sentence. */
export function ForecastNote({ state, hasChanges = true }: NoteProps) {
  if (state.figures === null) return <p className="small-print">{toWaitingText(state)}</p>
  const { simulations, sampling, win } = state.figures.chances
  return (
    <p className="small-print">
      A forecast from {simulations.toLocaleString('en')} simulations of what is left
      {toSampleText(sampling, win.length)}.{sampling !== null && ' ±: the error in points, 19 times out of 20.'}
      {hasChanges && ' Arrows: points today.'}
    </p>
  )
}
