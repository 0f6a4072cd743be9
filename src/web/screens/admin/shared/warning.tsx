import type { ReactNode } from 'react'
import styles from './warning.module.css'

/** A reason not to continue, in a confirmation. */
export function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['warning']}>
      <p className={styles['title']}>{title}</p>
      <p>{children}</p>
    </div>
  )
}
