import type { ReactNode } from 'react'
import styles from './board-heading.module.css'

type Props = {
  /** One line above the title: where the tournament stands. */
  status: ReactNode
  /** The way to other boards, in the same line. */
  switcher?: ReactNode
  title: ReactNode
  /** One line below the title. */
  note?: ReactNode
  /** What can be done with the board. */
  tools?: ReactNode
}

/** The head of a board: the tournament's name as a headline, over the rule under which the table begins. */
export function BoardHeading({ status, switcher, title, note, tools }: Props) {
  return (
    <header className={styles['heading']}>
      <div className={styles['line']}>
        <p className={styles['status']}>{status}</p>
        {switcher}
      </div>
      <h1 className={styles['title']}>{title}</h1>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      {tools !== undefined && <div className={styles['tools']}>{tools}</div>}
    </header>
  )
}
