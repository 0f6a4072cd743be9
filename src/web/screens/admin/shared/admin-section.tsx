import { type ReactNode, type Ref, useId } from 'react'
import styles from './admin-section.module.css'

type Props = {
  title: string
  /** Undefined while it loads. */
  count?: number | undefined
  /** One sentence under the title. */
  hint?: ReactNode
  /** Actions for the whole section. */
  tools?: ReactNode
  children: ReactNode
  /** The heading takes the focus when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** A section of the admin screen. Each loads and fails independently. */
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
