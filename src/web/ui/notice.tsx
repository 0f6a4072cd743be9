import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Props = {
  children: ReactNode
  action?: ReactNode
  /** `page`: between a page's heading and its content. `banner`: between the header and the page. */
  variant?: 'page' | 'banner'
  /** Shows a Dismiss button. */
  onDismiss?: () => void
}

/** One line that tells the user something without blocking the page. */
export function Notice({ children, action, variant = 'page', onDismiss }: Props) {
  return (
    <div
      className={`cluster ${styles.notice} ${variant === 'banner' ? 'no-print' : ''}`}
      data-variant={variant}
      role="status"
    >
      <p>{children}</p>
      {action}
      {onDismiss !== undefined && (
        <button type="button" className={styles.dismiss} onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </div>
  )
}
