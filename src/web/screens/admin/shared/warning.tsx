import type { ReactNode } from 'react'
import styles from './warning.module.css'

/** What speaks against going on, in a modal that asks. */
export function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['warning']}>
      <p className={styles['title']}>{title}</p>
      <p>{children}</p>
    </div>
  )
}
