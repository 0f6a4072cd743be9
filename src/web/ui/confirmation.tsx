import type { ReactNode } from 'react'
import styles from './confirmation.module.css'
import { Modal } from './modal.tsx'
import type { OpenModal } from './use-modal-state.ts'

type Props<Subject> = OpenModal<Subject> & {
  title: string
  /** The consequences of Yes, and the question. */
  children: ReactNode
  onYes: (subject: Subject) => unknown
  /** Disables Yes; `children` explain why. */
  isBlocked?: boolean
  /** Finds the element that gets the focus on closing; by default, the one that had it before. */
  getFinalFocus?: () => HTMLElement | null
}

/** Asks for confirmation. Both answers close it. */
export function Confirmation<Subject>(props: Props<Subject>) {
  const { modal, close, title, children, onYes, isBlocked = false, getFinalFocus } = props
  if (modal === null) return null
  const confirm = () => {
    close()
    onYes(modal.subject)
  }
  const actions = (
    <>
      <button type="button" className="button-secondary" onClick={close}>
        No
      </button>
      <button type="button" className="button" disabled={isBlocked} onClick={confirm}>
        Yes
      </button>
    </>
  )
  return (
    <Modal isQuestion open={modal.isOpen} onClose={close} title={title} actions={actions} getFinalFocus={getFinalFocus}>
      {children}
    </Modal>
  )
}

/** The question of a confirmation, below its consequences. */
export function Question({ children }: { children: ReactNode }) {
  return <p className={styles.question}>{children}</p>
}

/** A reason not to continue, in a confirmation. */
export function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="aside" data-error>
      <p className={styles.title}>{title}</p>
      <p>{children}</p>
    </div>
  )
}
