import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  size?: 'normal' | 'large'
  /** Beside Close. */
  actions?: ReactNode
}

/** Shows a message with a Close button. `large` is for the scorecard. */
export function MessageModal({ open, onClose, title, children, size = 'normal', actions }: Props) {
  const close = (
    <>
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
      {actions}
    </>
  )
  return (
    <Modal open={open} onClose={onClose} title={title} actions={close} size={size}>
      {children}
    </Modal>
  )
}
