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
  /** There is no Yes; `children` say why. */
  isBlocked?: boolean
  size?: 'normal' | 'large'
  /** Where the focus goes afterwards, when not back to where it was. */
  getFinalFocus?: () => HTMLElement | null
}

/** Asks before something is done (specification, section 2 "Shared modals"). */
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
