import type { ReactNode } from 'react'
import { LazyModal } from './lazy-modal.tsx'

type Props = {
  open: boolean
  title: ReactNode
  /** What is asked, and what a Yes will change. */
  children: ReactNode
  onYes: () => void
  /** No, the backdrop or the keyboard. */
  onNo: () => void
}

/** Asks before something is done (specification, section 2 "Shared modals"). */
export function ConfirmModal({ open, title, children, onYes, onNo }: Props) {
  const actions = (
    <>
      <button type="button" className="button-quiet" onClick={onNo}>
        No
      </button>
      <button type="button" className="button" onClick={onYes}>
        Yes
      </button>
    </>
  )
  return (
    <LazyModal open={open} onClose={onNo} title={title} actions={actions}>
      {children}
    </LazyModal>
  )
}
