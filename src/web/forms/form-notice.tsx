import type { ReactNode, Ref } from 'react'
import styles from './form-notice.module.css'

type Props = {
  title: string
  children: ReactNode
  actions?: ReactNode
  /** The user must decide something before they can continue. */
  isUrgent?: boolean
  /** The title can take the focus, so that it is read before an action is chosen. */
  titleRef?: Ref<HTMLParagraphElement>
}

/** A message between a form's heading and its fields. */
export function FormNotice({ title, children, actions, isUrgent = false, titleRef }: Props) {
  return (
    <div role={isUrgent ? 'alert' : 'status'} className={styles['notice']} data-urgent={isUrgent || undefined}>
      <p ref={titleRef} className={styles['title']} tabIndex={-1}>
        {title}
      </p>
      <p>{children}</p>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
