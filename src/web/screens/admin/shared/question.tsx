import type { ReactNode } from 'react'
import styles from './question.module.css'

/** What is asked, below what a Yes will change. */
export function Question({ children }: { children: ReactNode }) {
  return <p className={styles['question']}>{children}</p>
}
