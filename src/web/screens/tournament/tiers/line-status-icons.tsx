import type { LineStatus, RosterLine } from '../roster/roster.ts'
import { lineStatusOf } from '../roster/roster.ts'
import { parseName, toLines } from '../values/tier-list-parser.ts'
import styles from './line-status-icons.module.css'

const paths: Record<LineStatus, string> = {
  unchecked: 'M7 8h2',
  exact: 'M3 8.5l3.5 4 6.5-9',
  partial: 'M2.5 9.5c2-4 4-4 5.5-1.5s3.5 2.5 5.5-1.5',
  none: 'M8 2.5v7M8 12v1.5',
}

/** An icon beside each line with its match. Decorative: the report says the same in words. */
export function LineStatusIcons({ text, lines }: { text: string; lines: readonly RosterLine[] }) {
  const states = new Map(lines.map((line) => [line.name, lineStatusOf(line)]))
  return (
    <ol className={styles.icons}>
      {toLines(text).map((line, index) => {
        const state = states.get(parseName(line))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index, whatever its text.
          <li key={index} data-state={state}>
            {state !== undefined && (
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d={paths[state]} fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
            )}
          </li>
        )
      })}
    </ol>
  )
}
