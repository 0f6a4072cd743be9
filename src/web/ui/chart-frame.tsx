import type { ReactNode } from 'react'
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
  /** What is drawn over the whole plot. */
  children: ReactNode
  /** Below the chart. */
  legend?: ReactNode
}

/** A chart's caption, grid lines and axis ends. */
export function ChartFrame({ caption, label, lines, ends, height, children, legend }: Props) {
  return (
    <figure className={styles.chart}>
      <figcaption>{caption}</figcaption>
      <div className={styles.area} style={{ height }} role="img" aria-label={label}>
        {lines.map(({ text, y }) => (
          <div key={y} className={styles.line} style={{ top: toPercent(y) }}>
            <span>{text}</span>
          </div>
        ))}
        <div className={styles.plot}>{children}</div>
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
