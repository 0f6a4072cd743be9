import styles from './page-heading.module.css'

/** A page heading in its final size, while the page loads. */
export function PageHeadingSkeleton({ isBoard = false }: { isBoard?: boolean }) {
  return (
    <header className={styles.heading} data-board={isBoard || undefined}>
      <div className={styles.line}>
        <p className={`soft ${styles.status}`} role="status">
          Loading
        </p>
      </div>
      <div className={`${styles.title} ${styles.placeholder}`} />
      <div className={styles.tools} />
    </header>
  )
}
