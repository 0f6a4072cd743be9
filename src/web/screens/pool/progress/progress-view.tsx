import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type PointerEvent, useMemo, useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import type { Pool } from '#domain/entries/pool.ts'
import { listProgressMarks, type ProgressPoint, progressSimulations, smoothChances } from '#domain/history/progress.ts'
import { useApi } from '#web/api/use-api.ts'
import { toPlacesWords, toRoughPercent } from '#web/chances/chances-text.ts'
import { useChances } from '#web/chances/use-chances.ts'
import { mostShownRivals, type useOwnEntries } from '#web/own-entries/use-own-entries.ts'
import { toReplayText } from '#web/replay/replay-bar.tsx'
import { openVersion, replayQuery } from '#web/replay/use-past-board.ts'
import { ErrorPanel } from '#web/states/error-panel.tsx'
import { toDayAndClock } from '#web/time/time-text.ts'
import { ChartFrame, createPlaceScale } from '#web/ui/chart-frame.tsx'
import { LoadingPanel } from '#web/ui/message-panel.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import styles from './progress.module.css'
import { spreadLabels } from './spread-labels.ts'

/** No line is worth drawing below this chance. */
const least = 0.01
/** The height of a label, as a share of the chart's. */
const labelHeight = 0.125

type Props = ReturnType<typeof useOwnEntries> & { pool: Pool; leaderboard: Leaderboard }

/** Place and chance to win over the four days, up to the board on the screen (docs/rules.md, 7.13). */
export function ProgressView({ pool, leaderboard, own, rivalEntries }: Props) {
  const { data, error, refetch } = useQuery(replayQuery(useApi(), pool.tournament.id, leaderboard.version))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line stays the same entry’s while the standings change.
  const entries = useMemo(
    () =>
      [...own, ...rivalEntries.slice(0, mostShownRivals)].map(({ standing }, index) => ({
        row: standing.row,
        name: standing.displayName,
        className: `${styles.line} ${index < own.length ? styles.own : ''}`,
      })),
    [pool],
  )
  const wish = useMemo(() => data && { rows: entries.map(({ row }) => row), records: data.records }, [entries, data])
  const { progress, failure } = useChances({ pool, leaderboard, progress: wish })
  const [chosen, choose] = useState(Number.POSITIVE_INFINITY)
  const measured = progress?.rows.join() === wish?.rows.join() ? progress?.points : undefined
  const points = useMemo(() => smoothChances(measured ?? []), [measured])

  if (entries.length === 0) return <p>Follow somebody to see their line: the star in the details of their entry.</p>
  if (data?.moments.length === 0) return <p>No history of this tournament is recorded.</p>
  const index = Math.min(chosen, points.length - 1)
  const shown = points[index]
  const problem = error ?? failure
  if (shown === undefined) return problem ? <ErrorPanel error={problem} onRetry={refetch} /> : <LoadingPanel />

  const chooseIndex = (index: number) => choose(index < points.length - 1 ? index : Number.POSITIVE_INFINITY)
  const charts = { points, index, entries, onChoose: chooseIndex }
  const worst = 1.5 * Math.max(2, ...points.flatMap(({ places }) => places.map(Number)))
  const places = createPlaceScale(worst)
  const bestChance = Math.max(...points.flatMap(({ wins }) => wins))
  const areChancesShown = bestChance >= least
  const highest = bestChance > 0.2 ? 1 : 0.2
  const toFigures = (point: ProgressPoint, line: number) =>
    [toPlaceText(point, line), ...(areChancesShown ? [toChanceText(point, line)] : [])].join(', ')
  const spoken = entries.map(({ name }, line) => `${name}: ${toFigures(shown, line)}`)
  return (
    <div className="stack">
      <div className={styles.charts}>
        <Chart
          {...charts}
          caption="Place"
          lines={[...places.lines, { text: 'Out', y: 1 }]}
          ys={points.map((point) => point.places.map((place) => places.toY(place ?? worst)))}
        />
        {areChancesShown && (
          <Chart
            {...charts}
            caption="Chance to win"
            lines={[0, 0.5, 1].map((y) => ({ text: `${100 * highest * (1 - y)}%`, y }))}
            ys={points.map(({ wins }) => wins.map((chance) => 1 - chance / highest))}
          />
        )}
      </div>
      <div className={styles.slider}>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={`${toReplayText(shown)}. ${spoken.join('; ')}`}
          max={points.length - 1}
          value={index}
          onChange={({ target }) => chooseIndex(Number(target.value))}
        />
      </div>
      <p className="strong">{toReplayText(shown)}</p>
      {shown.version < leaderboard.version && (
        <Dialog.Close className="button-text" onClick={() => openVersion(shown.version)}>
          Show the board of this moment
        </Dialog.Close>
      )}
      <ul>
        {entries.map(({ row, className }, index) => (
          <li key={row}>
            <b className={className}>{index + 1}</b> {spoken[index]}
          </li>
        ))}
      </ul>
      {areChancesShown && (
        <p className="small-print">
          The chances are those to win, from {progressSimulations} simulations, to the nearest 5%.
        </p>
      )}
      <details className="disclosure">
        <summary>All moments as a table</summary>
        <SmallTable
          label={areChancesShown ? 'Place and chance to win' : 'Place'}
          columns={['Moment', ...entries.map(({ name }) => name)]}
          heading="Moment"
          rows={points.map((point) => ({
            key: point.version,
            cells: [toReplayText(point), ...entries.map((_, line) => toFigures(point, line))],
          }))}
        />
      </details>
    </div>
  )
}

type Frame = Pick<ComponentProps<typeof ChartFrame>, 'caption' | 'lines'>
type Line = { row: number; className: string }
type ChartProps = Frame & {
  points: readonly ProgressPoint[]
  ys: number[][]
  index: number
  entries: Line[]
  onChoose: (index: number) => void
}

/** `ys` are by point and entry, from 0 at the top to 1; `index` is the point under the cursor, which a tap or drag moves. */
function Chart({ points, ys, index: shown, entries, onChoose, ...frame }: ChartProps) {
  const last = points.length - 1
  const toX = (index: number) => (100 * index) / Math.max(1, last)
  const labels = spreadLabels(ys[shown] ?? [], labelHeight)
  const chooseAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onChoose(Math.min(Math.max(Math.round(((clientX - left) / width) * last), 0), last))
  }
  const toY = (index: number, line: number) => 100 * (ys[index]?.[line] ?? 0)
  return (
    <ChartFrame
      {...frame}
      label={`${frame.caption}: all values are in the table below.`}
      height="9rem"
      ends={[toDayAndClock(points[0]?.time ?? 0), toDayAndClock(points.at(-1)?.time ?? 0)]}
      paths={entries.map(({ row, className }, line) => (
        <polyline
          key={row}
          className={className}
          strokeDasharray={['none', '8 4', '2 3'][line % 3]}
          points={ys.map((_, index) => `${toX(index)},${toY(index, line)}`).join(' ')}
        />
      ))}
    >
      {[...listProgressMarks(points), { text: '', index: shown }].map(({ text, index }) => (
        <span key={text} className={`fine-print ${styles.moment}`} style={{ left: `${toX(index)}%` }}>
          {text}
        </span>
      ))}
      {entries.map(({ row, className }, line) => (
        <b key={row} className={className} style={{ left: `${toX(shown)}%`, top: `${100 * (labels[line] ?? 0)}%` }}>
          {line + 1}
        </b>
      ))}
      {/* Not on "down": a finger may be about to scroll the page. The slider does the same for the keyboard. */}
      <div
        className={styles.plane}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={(event) => event.buttons > 0 && chooseAt(event)}
        onPointerUp={chooseAt}
      />
    </ChartFrame>
  )
}

/** "3rd" */
function toPlaceText({ places }: ProgressPoint, line: number): string {
  const place = places[line] ?? 0
  return toPlacesWords(place, place)
}

/** "10%" */
function toChanceText({ places, wins, isOver }: ProgressPoint, line: number): string {
  const chance = wins[line] ?? 0
  return toRoughPercent(chance, toCertainty(chance, isOver || (places[line] ?? 0) === 0))
}

function toCertainty(chance: number, isDecided: boolean) {
  if (!isDecided) return 'open'
  return chance > 0 ? 'certain' : 'impossible'
}
