import { useState } from 'react'
import styles from './board-number.module.css'

type Props = { children: string; className?: string | undefined }

/** A number that flashes once when it changes, but not when it first appears. */
export function BoardNumber({ children, className = '' }: Props) {
  const [shown, setShown] = useState({ text: children, changes: 0 })
  if (shown.text !== children) setShown({ text: children, changes: shown.changes + 1 })
  const flash = shown.changes > 0 ? styles.flash : ''
  // The key changes with every change of the number, so that a new element restarts the animation.
  return (
    <span key={shown.changes} className={`${className} ${flash}`}>
      {children}
    </span>
  )
}

type BoardToParProps = { children: string; className?: string | undefined }

/** A score to par. Under par is bold, over par regular: colours are reserved for the scorecard. */
export function BoardToPar({ children, className = '' }: BoardToParProps) {
  return (
    <span className={`to-par ${className}`} data-under={/^-\d/.test(children) || undefined}>
      <BoardNumber>{children}</BoardNumber>
    </span>
  )
}
