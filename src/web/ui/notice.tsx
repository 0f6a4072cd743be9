import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Props = {
  children: ReactNode
  action: ReactNode
  /** Shows a Dismiss button when given. */
  onDismiss?: () => void
}

/** One line between header and screen that asks for something but does not stand in the way. */
export function Notice({ children, action, onDismiss }: Props) {
  return (
    <div className={styles['notice']} role="status">
      <p>{children}</p>
      {action}
      {onDismiss !== undefined && (
        <button type="button" className={styles['dismiss']} onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </div>
  )
}
