import type { ReactNode } from 'react'
import { LazyModal } from './lazy-modal.tsx'

type Props = {
  open: boolean
  title: ReactNode
  /** The question, and what Yes will change. */
  children: ReactNode
  onYes: () => void
  /** Called for No, the backdrop and Escape. */
  onNo: () => void
  /** Disables Yes; `children` explain why. */
  isBlocked?: boolean
  size?: 'normal' | 'large'
  /** Where the focus goes on closing; by default, back to where it was. */
  getFinalFocus?: () => HTMLElement | null
}

/** Asks for confirmation. */
export function ConfirmModal(props: Props) {
  const { open, title, children, onYes, onNo, isBlocked = false, size = 'normal', getFinalFocus } = props
  const actions = (
    <>
      <button type="button" className="button-secondary" onClick={onNo}>
        No
      </button>
      <button type="button" className="button" disabled={isBlocked} onClick={onYes}>
        Yes
      </button>
    </>
  )
  return (
    <LazyModal
      open={open}
      onClose={onNo}
      title={title}
      actions={actions}
      size={size}
      {...(getFinalFocus && { getFinalFocus })}
    >
      {children}
    </LazyModal>
  )
}
