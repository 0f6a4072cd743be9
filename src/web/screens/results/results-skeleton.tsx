import styles from './results-screen.module.css'

const counts = Array.from({ length: 5 }, (_, index) => index)

/** Reserves the final layout while the record loads. */
export function ResultsSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className={`${styles['title']} ${styles['waiting']}`} aria-hidden="true" />
      <div className={styles['counts']} aria-hidden="true">
        {counts.map((index) => (
          <div key={index} className={styles['count']} />
        ))}
      </div>
    </>
  )
}
