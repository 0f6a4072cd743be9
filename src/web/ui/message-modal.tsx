import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
}

/** Shows a message with a Close button. */
export function MessageModal({ open, onClose, title, children }: Props) {
  const close = (
    <button type="button" className="button" onClick={onClose}>
      Close
    </button>
  )
  return (
    <Modal open={open} onClose={onClose} title={title} actions={close}>
      {children}
    </Modal>
  )
}
