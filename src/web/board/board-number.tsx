import { useState } from 'react'
import styles from './board-number.module.css'

type Props = { children: string; className?: string | undefined }

/** A figure that flashes once when it changes in front of the reader; never on its first appearance. */
export function BoardNumber({ children, className = '' }: Props) {
  const [shown, setShown] = useState({ text: children, changes: 0 })
  if (shown.text !== children) setShown({ text: children, changes: shown.changes + 1 })
  const flash = shown.changes > 0 ? styles['flash'] : ''
  // A new element for each change begins the animation anew.
  return (
    <span key={shown.changes} className={`${className} ${flash}`}>
      {children}
    </span>
  )
}
