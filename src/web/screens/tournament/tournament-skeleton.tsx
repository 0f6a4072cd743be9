import { tiers } from '#domain/tournament/tournament.ts'
import { PageHeadingSkeleton } from '#web/ui/page-heading-skeleton.tsx'
import styles from './tournament-form.module.css'

/** A placeholder of the form's final size, while the tournament loads. */
export function TournamentSkeleton() {
  return (
    <>
      <PageHeadingSkeleton />
      <div className={styles.columns} aria-hidden="true">
        <div className={styles.column}>
          <div className={styles.skeleton} />
          <div className={styles.skeleton} />
          <div className={styles.skeleton} />
        </div>
        <div className={styles.column}>
          <div className={styles.skeleton} />
          <div className={styles.skeleton} />
        </div>
      </div>
      <div className={styles.tiers} aria-hidden="true">
        {tiers.map((tier) => (
          <div key={tier} className={styles['skeleton-list']} />
        ))}
      </div>
    </>
  )
}
