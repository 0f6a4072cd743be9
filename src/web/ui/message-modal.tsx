import type { ReactNode } from 'react'
import { LazyModal } from './lazy-modal.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Nodes, never HTML text: what people and feeds have written stays text. */
  children: ReactNode
  size?: 'normal' | 'large'
}

/** Tells something and closes (specification, section 2 "Shared modals"). `large` is for the scorecard. */
export function MessageModal({ open, onClose, title, children, size = 'normal' }: Props) {
  const close = (
    <button type="button" className="button" onClick={onClose}>
      Close
    </button>
  )
  return (
    <LazyModal open={open} onClose={onClose} title={title} actions={close} size={size}>
      {children}
    </LazyModal>
  )
}
