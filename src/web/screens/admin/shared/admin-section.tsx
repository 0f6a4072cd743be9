import { type ReactNode, type Ref, useId } from 'react'
import styles from './admin-section.module.css'

type Props = {
  title: string
  /** How many there are, once that is known. */
  count?: number | undefined
  /** One sentence under the title. */
  hint?: ReactNode
  /** What can be done with all of it. */
  tools?: ReactNode
  children: ReactNode
  /** Of its heading, which can take the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** A part of the admin screen, under a rule of its own: each stands, waits and fails alone. */
export function AdminSection({ title, count, hint, tools, children, headingRef }: Props) {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {title}
          {count !== undefined && <span className={styles['count']}> {count.toLocaleString()}</span>}
        </h2>
        {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
        {tools && <div className={styles['tools']}>{tools}</div>}
      </header>
      <div className={styles['content']}>{children}</div>
    </section>
  )
}
