import { type ReactNode, useState } from 'react'
import type { GolferCorrection, PlayerProfile } from '#domain/field/field.ts'
import styles from './golfer-detail.module.css'
import { GolferHeadshot } from './golfer-image.tsx'
import { GolferPerson } from './golfer-person.tsx'
import { findDefaultRound, Scorecard, ScorecardKey, toScorecardLayout } from './scorecard.tsx'

type Props = {
  profile: PlayerProfile
  /** Whether the golfer has a score. */
  hasBegun: boolean
  /** The golfer's leaderboard row. */
  standing?: ReactNode
  correction: GolferCorrection | null
}

const noHoles = 'Hole-by-hole scores aren’t available.'

/** A golfer's rounds, hole by hole, and profile (docs/rules.md, 3.7). */
export function GolferDetail({ profile, hasBegun, standing, correction }: Props) {
  return (
    <div className="stack">
      {standing}
      <Rounds {...{ profile, hasBegun, correction }} />
      <GolferPerson profile={profile} />
    </div>
  )
}

function Rounds({ profile: { rounds, holes }, hasBegun, correction }: Omit<Props, 'standing'>) {
  const [chosen, setChosen] = useState<number>()
  const round = rounds.find(({ period }) => period === chosen) ?? findDefaultRound(rounds)
  if (round === undefined)
    return <p className={`soft ${styles.empty}`}>{hasBegun ? noHoles : 'This golfer hasn’t started a round yet.'}</p>
  return (
    <>
      <div className={`cluster ${styles.choice}`}>
        <select
          aria-label="Round"
          className={`input ${styles.select}`}
          value={round.period}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {rounds.map(({ period }) => (
            <option key={period} value={period}>
              Round {period}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.round}>
        {round.linescores.length > 0 ? (
          <Scorecard round={round} lines={toScorecardLayout(round, holes)} />
        ) : (
          <p className={`soft ${styles.empty}`}>
            {round.value === null
              ? `Round ${round.period} hasn’t started yet.`
              : `Round ${round.period}: ${round.value} strokes. ${noHoles}`}
          </p>
        )}
        {correction?.fields.includes(`round${round.period}`) && (
          <p className={`small-print ${styles.corrected}`}>
            † The organisers corrected this round. Its holes are as the source has them.
          </p>
        )}
      </div>
      <ScorecardKey />
    </>
  )
}

/** The same layout while the profile loads. */
export function GolferDetailSkeleton({ standing }: { standing?: ReactNode }) {
  return (
    <div className="stack" aria-busy="true">
      {standing}
      <div className={`cluster ${styles.choice}`}>
        <span className={`input ${styles.select}`} />
      </div>
      <div className={styles.round} />
      <ScorecardKey />
      <div className={styles.person}>
        <GolferHeadshot src={null} name="" />
        <p role="status" className={`small ${styles.facts}`}>
          Loading
        </p>
      </div>
    </div>
  )
}

/** Explains why there is no scorecard. */
export function GolferDetailError({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={`stack ${styles.error}`} role="alert">
      <p>{children}</p>
      {action}
    </div>
  )
}
