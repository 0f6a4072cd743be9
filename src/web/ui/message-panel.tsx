import type { ReactNode } from 'react'
import styles from './message-panel.module.css'

type Props = {
  title: string
  children?: ReactNode
  /** What can be done next: links and buttons. */
  actions?: ReactNode
  /** Told at once to a screen reader: for what went wrong. */
  urgent?: boolean
}

/** Stands where a screen has nothing else to show: empty, failed, offline, not allowed. Says what to do next. */
export function MessagePanel({ title, children, actions, urgent = false }: Props) {
  return (
    <section className={styles['panel']} role={urgent ? 'alert' : undefined}>
      <h1>{title}</h1>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </section>
  )
}

/** Shown only when waiting takes long enough to be noticed. */
export function LoadingPanel({ children = 'Loading' }: { children?: ReactNode }) {
  return (
    <p className={styles['loading']} role="status">
      {children}
    </p>
  )
}
