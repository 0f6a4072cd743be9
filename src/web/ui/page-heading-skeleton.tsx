import styles from './page-heading-skeleton.module.css'

/** A page heading in its final size, while the page loads. */
export function PageHeadingSkeleton() {
  return (
    <header className={styles.heading}>
      <p role="status">Loading</p>
      <div className={styles.title} />
      <div className={styles.tools} />
    </header>
  )
}
