import { type ReactNode, useId } from 'react'
import { Modal } from '#web/ui/modal.tsx'
import { useAdminActions } from './use-admin-actions.ts'

type Props = {
  isOpen: boolean
  title: string
  submitText: string
  onSubmit: () => unknown
  onClose: () => void
  children: ReactNode
}

/** A form whose submit starts an action. */
export function FormModal({ isOpen, title, submitText, onSubmit, onClose, children }: Props) {
  const id = useId()
  const { busy } = useAdminActions()
  const actions = (
    <>
      <button type="button" className="button-secondary" onClick={onClose}>
        Cancel
      </button>
      <button type="submit" form={id} className="button" aria-disabled={busy !== null || undefined}>
        {submitText}
      </button>
    </>
  )
  return (
    <Modal open={isOpen} {...{ onClose, title, actions }}>
      <form
        id={id}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (busy === null) onSubmit()
        }}
      >
        {children}
      </form>
    </Modal>
  )
}
