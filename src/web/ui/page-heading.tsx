import type { ReactNode } from 'react'
import styles from './page-heading.module.css'

type Props = {
  /** One line above the title, such as the round. */
  status: ReactNode
  /** Beside the status: a button to switch tournaments. */
  switcher?: ReactNode
  title: ReactNode
  /** One line below the title. */
  note?: ReactNode
  /** Search and buttons. */
  tools?: ReactNode
}

/** The heading of a board or form: title, status and tools. */
export function PageHeading({ status, switcher, title, note, tools }: Props) {
  return (
    <header className={styles.heading}>
      <div className={styles.line}>
        <p className={styles.status}>{status}</p>
        {switcher}
      </div>
      <h1 className={styles.title}>{title}</h1>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {tools !== undefined && <div className={`no-print ${styles.tools}`}>{tools}</div>}
    </header>
  )
}
