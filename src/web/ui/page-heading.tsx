import type { ReactNode } from 'react'
import styles from './page-heading.module.css'

type Props = {
  /** One line above the title, such as the round. */
  status: ReactNode
  /** Beside the title: a button to switch tournaments. */
  switcher?: ReactNode
  title: ReactNode
  /** At the end of the line above the title, where there is room. */
  note?: ReactNode
  /** Search and buttons. */
  tools?: ReactNode
  /** A board's heading is as low as possible. */
  isBoard?: boolean
}

/** The heading of a board or form: title, status and tools. */
export function PageHeading({ status, switcher, title, note, tools, isBoard = false }: Props) {
  return (
    <header className={styles.heading} data-board={isBoard || undefined}>
      <div className={styles.line}>
        <div className={styles.status}>{status}</div>
        {note !== undefined && <p className={`small-print ${styles.note}`}>{note}</p>}
      </div>
      <div className={styles.titles}>
        <h1 className={styles.title} title={isBoard && typeof title === 'string' ? title : undefined}>
          {title}
        </h1>
        {switcher}
      </div>
      {tools !== undefined && <div className={`no-print ${styles.tools}`}>{tools}</div>}
    </header>
  )
}

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
