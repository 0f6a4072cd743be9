import type { ReactNode } from 'react'
import { formatNumber } from '#domain/text/format.ts'
import styles from './chart-frame.module.css'

type Props = {
  caption: string
  /** The figures in words, for screen readers. */
  label: string
  /** Horizontal lines; `y` is 0 at the top and 1 at the bottom. */
  lines: readonly { text: string; y: number }[]
  /** Below the plot, at its left and right end. */
  ends: readonly [ReactNode, ReactNode]
  height: string
  /** Polylines in a square of 100 by 100, which is stretched over the plot. */
  paths: ReactNode
  /** Labels and marks over the polylines. */
  children: ReactNode
  /** Below the chart. */
  legend?: ReactNode
}

/** A chart's caption, grid lines and axis ends. */
export function ChartFrame({ caption, label, lines, ends, height, paths, children, legend }: Props) {
  return (
    <figure className={styles.chart}>
      <figcaption>{caption}</figcaption>
      <div className={styles.area} style={{ height }} role="img" aria-label={label}>
        {lines.map(({ text, y }) => (
          <div key={y} className={styles.line} style={{ top: toPercent(y) }}>
            <span>{text}</span>
          </div>
        ))}
        <div className={styles.plot}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {paths}
          </svg>
          {children}
        </div>
      </div>
      <p className={`small-print ${styles.ends}`} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
      {legend}
    </figure>
  )
}

/** A fraction from 0 to 1 as a CSS length. */
export function toPercent(part: number): string {
  return `${(100 * part).toFixed(2)}%`
}

const marks = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000]

/**
 * The height of a place in the chart, from 0 at the top to 1, and the grid lines. The scale is logarithmic: 1st to 3rd
 * matters more than 81st to 83rd.
 */
export function createPlaceScale(worst: number) {
  const toY = (place: number) => Math.log(place) / Math.log(worst)
  const places = marks.filter((place) => place <= worst)
  return { toY, lines: places.map((place) => ({ text: formatNumber(place), y: toY(place) })) }
}
