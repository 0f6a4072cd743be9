import type { ReactNode } from 'react'
import styles from './board-notice.module.css'

type Props = { children: ReactNode; action?: ReactNode }

/** A line between a board's head and its table, for what a reader should know before he reads on. */
export function BoardNotice({ children, action }: Props) {
  return (
    <div className={styles['notice']} role="status">
      <p>{children}</p>
      {action}
    </div>
  )
}
