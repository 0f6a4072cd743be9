import { useMemo } from 'react'
import type { UserResults } from '#contract/results-contract.ts'
import { toMonth } from '#web/time/time-text.ts'
import { ChartFrame, createPlaceScale, toPercent } from '#web/ui/chart-frame.tsx'
import styles from './places-chart.module.css'

/** The user’s best places from tournament to tournament. The table below has the figures. */
export function PlacesChart({ results }: Pick<UserResults, 'results'>) {
  const chart = useMemo(() => toPlaceChart(results), [results])
  if (chart === null) return null
  const { tournaments, lines } = chart
  const [first, last] = [tournaments[0], tournaments.at(-1)]
  return (
    <ChartFrame
      caption="Best place in each tournament"
      label={describe(chart)}
      height="11rem"
      lines={lines}
      ends={[first && toMonth(first.start), last && toMonth(last.start)]}
      paths={
        <polyline
          className={styles.line}
          points={tournaments.map(({ best }) => `${100 * best.x},${100 * best.y}`).join(' ')}
        />
      }
    >
      {tournaments.map(({ id, name, best, others }) => (
        <div key={id}>
          {others.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may share a place, and the list never changes.
            <i key={index} className={styles.other} style={toPosition(point)} />
          ))}
          <i className={styles.best} style={toPosition(best)} title={`${name}: ${best.place}`} />
        </div>
      ))}
    </ChartFrame>
  )
}

function describe({ tournaments }: PlaceChart): string {
  return `Best places, earliest first: ${tournaments.map(({ name, best }) => `${name} ${best.place}`).join(', ')}.`
}

function toPosition({ x, y }: { x: number; y: number }) {
  return { left: toPercent(x), top: toPercent(y) }
}

type PlaceChart = NonNullable<ReturnType<typeof toPlaceChart>>

/**
 * The tournaments in which the user has a place, the earliest first, and the places with a line across the chart. Positions
 * are fractions of its width from the left and of its height from the top. Null for fewer than two tournaments.
 */
export function toPlaceChart(results: UserResults['results']) {
  const played = results
    .map(({ tournament, places }) => ({ tournament, places: places.filter((place) => place !== null) }))
    .filter(({ places }) => places.length > 0)
    .toReversed()
  if (played.length < 2) return null
  const { toY, lines } = createPlaceScale(Math.max(3, ...played.flatMap(({ places }) => places)))
  return {
    tournaments: played.map(({ tournament, places }, index) => {
      const x = index / (played.length - 1)
      const [best = 1, ...others] = places.toSorted((a, b) => a - b)
      return {
        ...tournament,
        best: { place: best, x, y: toY(best) },
        others: others.map((place) => ({ x, y: toY(place) })),
      }
    }),
    lines,
  }
}
