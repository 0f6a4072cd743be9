import type { ReactNode } from 'react'
import type { RoundCard } from '#domain/field/field.ts'
import styles from './scorecard.module.css'
import type { Notation, ScorecardHole, ScorecardLayout } from './scorecard-layout.ts'

const names: Record<Notation, string> = {
  eagle: 'Eagle',
  birdie: 'Birdie',
  par: 'Par',
  bogey: 'Bogey',
  double: 'Double Bogey or worse',
}

type Sum = ScorecardLayout['total'] & { readonly name: 'OUT' | 'IN' | 'TOT' }

/** One round: two nines, side by side where there is room. */
export function Scorecard({ round, lines }: { round: RoundCard; lines: ScorecardLayout }) {
  return (
    <div className={styles.card}>
      <Nine
        caption={`Round ${round.period}, holes 1 to 9`}
        holes={lines.front}
        sums={[{ ...lines.out, name: 'OUT' }]}
      />
      <Nine
        caption={`Round ${round.period}, holes 10 to 18`}
        holes={lines.back}
        sums={[
          { ...lines.in, name: 'IN' },
          { ...lines.total, name: 'TOT' },
        ]}
      />
    </div>
  )
}

function Nine({ caption, holes, sums }: { caption: string; holes: readonly ScorecardHole[]; sums: Sum[] }) {
  return (
    <table className={styles.nine}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <Line isHead name="Hole" holes={holes.map(({ number }) => number)} sums={sums.map(({ name }) => name)} />
      </thead>
      <tbody>
        <Line className={styles.par} name="Par" holes={holes.map(({ par }) => par)} sums={sums.map(({ par }) => par)} />
        <Line
          className={styles.score}
          name="Score"
          holes={holes.map((hole) => <Score key={hole.number} {...hole} />)}
          sums={sums.map(({ score }) => score)}
        />
      </tbody>
    </table>
  )
}

type LineProps = {
  name: string
  isHead?: boolean
  className?: string | undefined
  holes: readonly ReactNode[]
  sums: readonly ReactNode[]
}

function Line({ name, isHead = false, className, holes, sums }: LineProps) {
  const Cell = isHead ? 'th' : 'td'
  const scope = isHead ? 'col' : undefined
  return (
    <tr className={className}>
      <th scope={scope ?? 'row'} className={styles.label}>
        {name}
      </th>
      {[...holes, ...sums].map((content, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hole's index is its identity.
        <Cell key={index} scope={scope} className={index < holes.length ? undefined : styles.sum}>
          {content}
        </Cell>
      ))}
    </tr>
  )
}

function Score({ score, notation }: ScorecardHole) {
  if (score === null || notation === null) return null
  if (notation === 'par') return score
  return (
    <>
      <span className={styles.mark} data-notation={notation}>
        {score}
      </span>
      <span className="visually-hidden"> {names[notation]}</span>
    </>
  )
}

export function ScorecardKey() {
  return (
    <ul className={`cluster small ${styles.key}`} aria-label="Colour key">
      {(['eagle', 'birdie', 'bogey', 'double'] as const).map((notation) => (
        <li key={notation}>
          <span className={styles.mark} data-notation={notation} aria-hidden="true" />
          {names[notation]}
        </li>
      ))}
    </ul>
  )
}
