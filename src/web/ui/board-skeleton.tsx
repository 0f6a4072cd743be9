import styles from './board-skeleton.module.css'

/** A board's head in its final size, before anything is known. */
export function BoardHeadingSkeleton() {
  return (
    <header className={styles['heading']}>
      <p role="status">Loading</p>
      <div className={styles['title']} />
      <div className={styles['tools']} />
    </header>
  )
}
