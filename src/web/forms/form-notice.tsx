import type { ReactNode, Ref } from 'react'
import styles from './form-notice.module.css'

type Props = {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** Something has to be decided before it can go on. */
  isUrgent?: boolean
  /** Of its title, which can take the focus: none of the actions should have it before it is read. */
  titleRef?: Ref<HTMLParagraphElement>
}

/** What to know about the form before going on with it, and what can be done about it. */
export function FormNotice({ title, children, actions, isUrgent = false, titleRef }: Props) {
  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      className={styles['notice']}
      data-urgent={isUrgent ? '' : undefined}
    >
      <p ref={titleRef} className={styles['title']} tabIndex={-1}>
        {title}
      </p>
      <p>{children}</p>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
