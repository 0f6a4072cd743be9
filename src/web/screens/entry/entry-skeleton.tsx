import { entryNumbers, tiers } from '#domain/tournament/tournament.ts'
import { PageHeadingSkeleton } from '#web/ui/page-heading-skeleton.tsx'
import styles from './entry-form.module.css'

/** A placeholder of the form's final size, while the tournament loads. */
export function EntrySkeleton() {
  return (
    <>
      <PageHeadingSkeleton />
      <div className={styles.groups} aria-hidden="true">
        {entryNumbers.map((entryNumber) => (
          <div key={entryNumber} className={styles.group}>
            <div className={styles['group-head']} />
            {tiers.map((tier) => (
              <div key={tier} className={styles.skeleton} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
