import type { ReactNode } from 'react'
import type { Hole, RoundCard } from '#domain/field/field.ts'
import styles from './scorecard.module.css'

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

/** A hole's result in the colour key. An albatross counts as an eagle, a triple bogey as a double. */
type Notation = 'eagle' | 'birdie' | 'par' | 'bogey' | 'double'

type ScorecardLayout = ReturnType<typeof toScorecardLayout>

const holesPerNine = 9

/**
 * A round laid out as a scorecard: eighteen holes by number. The pars come from the holes played, otherwise from the
 * course.
 */
export function toScorecardLayout(round: RoundCard, course: readonly Hole[]) {
  const nine = (first: number) =>
    Array.from({ length: holesPerNine }, (_, index) => toHole(first + index, round, course))
  const front = nine(1)
  const back = nine(1 + holesPerNine)
  return {
    front,
    out: { par: sumPars(front), score: round.outScore },
    back,
    in: { par: sumPars(back), score: round.inScore },
    total: { par: sumPars([...front, ...back]), score: round.value },
  }
}

/** A hole's score to par as notation (docs/rules.md, 3.7). */
export function toNotation(relative: number): Notation {
  if (relative <= -2) return 'eagle'
  if (relative === -1) return 'birdie'
  if (relative === 0) return 'par'
  return relative === 1 ? 'bogey' : 'double'
}

/** The last round with hole scores, otherwise the last one started, otherwise the first (docs/rules.md, 3.7). */
export function findDefaultRound(rounds: readonly RoundCard[]): RoundCard | undefined {
  return (
    rounds.findLast((round) => round.linescores.length > 0) ??
    rounds.findLast((round) => round.value !== null) ??
    rounds[0]
  )
}

type ScorecardHole = ReturnType<typeof toHole>

/** The par is null while unknown, score and notation while the hole was not played. */
function toHole(number: number, { linescores }: RoundCard, course: readonly Hole[]) {
  const played = linescores.find((hole) => hole.period === number)
  const par = played?.par ?? course.find((hole) => hole.number === number)?.shotsToPar ?? null
  if (played === undefined) return { number, par, score: null, notation: null }
  return { number, par, score: played.value, notation: toNotation(played.value - played.par) }
}

function sumPars(holes: readonly ScorecardHole[]): number | null {
  return holes.reduce<number | null>((sum, { par }) => (sum === null || par === null ? null : sum + par), 0)
}
