import type { RoundCard } from '#domain/field/field.ts'
import styles from './scorecard.module.css'
import type { Notation, ScorecardHole, ScorecardLayout, ScorecardTotal } from './scorecard-layout.ts'

const names: Record<Notation, string> = {
  eagle: 'Eagle',
  birdie: 'Birdie',
  par: 'Par',
  bogey: 'Bogey',
  double: 'Double Bogey or worse',
}

type Sum = ScorecardTotal & { readonly name: 'OUT' | 'IN' | 'TOT' }

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
        <tr>
          <th scope="col" className={styles.label}>
            Hole
          </th>
          {holes.map(({ number }) => (
            <th scope="col" key={number}>
              {number}
            </th>
          ))}
          {sums.map(({ name }) => (
            <th scope="col" key={name} className={styles.sum}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className={styles.par}>
          <th scope="row" className={styles.label}>
            Par
          </th>
          {holes.map(({ number, par }) => (
            <td key={number}>{par}</td>
          ))}
          {sums.map(({ name, par }) => (
            <td key={name} className={styles.sum}>
              {par}
            </td>
          ))}
        </tr>
        <tr className={styles.score}>
          <th scope="row" className={styles.label}>
            Score
          </th>
          {holes.map((hole) => (
            <td key={hole.number}>
              <Score {...hole} />
            </td>
          ))}
          {sums.map(({ name, score }) => (
            <td key={name} className={styles.sum}>
              {score}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
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
    <ul className={styles.key} aria-label="Colour key">
      {(['eagle', 'birdie', 'bogey', 'double'] as const).map((notation) => (
        <li key={notation}>
          <span className={styles.mark} data-notation={notation} aria-hidden="true" />
          {names[notation]}
        </li>
      ))}
    </ul>
  )
}
