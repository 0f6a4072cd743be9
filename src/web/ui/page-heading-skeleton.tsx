import styles from './page-heading-skeleton.module.css'

/** A page heading in its final size, while the page loads. */
export function PageHeadingSkeleton({ isBoard = false }: { isBoard?: boolean }) {
  return (
    <header className={styles.heading} data-board={isBoard || undefined}>
      <p role="status">Loading</p>
      <div className={styles.title} />
      <div className={styles.tools} />
    </header>
  )
}
