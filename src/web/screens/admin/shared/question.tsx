import type { ReactNode } from 'react'
import styles from './question.module.css'

/** The question of a confirmation, below its consequences. */
export function Question({ children }: { children: ReactNode }) {
  return <p className={styles['question']}>{children}</p>
}
