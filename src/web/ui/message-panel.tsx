import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './message-panel.module.css'

type Props = {
  title: string
  children?: ReactNode
  /** Buttons for the next step. */
  actions?: ReactNode
  /** Links to other pages, the most likely one first. */
  links?: readonly (readonly [text: string, path: string])[]
  /** Announced immediately by screen readers; for errors. */
  urgent?: boolean
}

/** Replaces a screen that has nothing to show (empty, failed, offline, forbidden) and says what to do next. */
export function MessagePanel({ title, children, actions, links = [], urgent = false }: Props) {
  return (
    <section className={`stack ${styles.panel}`} role={urgent ? 'alert' : undefined}>
      <h1>{title}</h1>
      {children !== undefined && <div className={`stack-tight ${styles.text}`}>{children}</div>}
      {(actions !== undefined || links.length > 0) && (
        <div className="buttons">
          {actions}
          {links.map(([text, path], index) => (
            <Link key={path} className={index === 0 ? 'button' : 'button-secondary'} to={path}>
              {text}
            </Link>
          ))}
        </div>
      )}
    </section>
  )
}

/** Fades in after a delay, so that short waits show nothing. */
export function LoadingPanel({ children = 'Loading' }: { children?: ReactNode }) {
  return (
    <p className={`appear stack ${styles.loading}`} role="status">
      {children}
    </p>
  )
}
