import type { PlayerProfile } from '#domain/field/field.ts'
import styles from './golfer-detail.module.css'
import { GolferHeadshot } from './golfer-image.tsx'

/** A golfer's picture, and what is known about the person. */
export function GolferPerson({ profile }: { profile: PlayerProfile }) {
  const facts = [
    ['College', profile.college],
    ['Birth Place', profile.birthPlace],
    ['Age', profile.age],
    ['Swings', profile.hand],
  ] as const
  const known = facts.filter(([, value]) => value !== null)
  return (
    <div className={styles.person}>
      <GolferHeadshot src={profile.headshot} name={profile.displayName} />
      <dl className={`small ${styles.facts}`}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="strong">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
