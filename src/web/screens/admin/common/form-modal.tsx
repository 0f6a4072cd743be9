import { type ReactNode, useId } from 'react'
import { handleSubmit } from '#web/ui/handle-submit.ts'
import { Modal } from '#web/ui/modal.tsx'
import type { OpenModal } from '#web/ui/use-modal-state.ts'
import { useIsBusy } from './use-admin-mutation.ts'

type Props = OpenModal<unknown> & {
  title: string
  submitText: string
  onSubmit: () => unknown
  children: ReactNode
}

/** A form whose submit starts an action. */
export function FormModal({ modal, close, title, submitText, onSubmit, children }: Props) {
  const id = useId()
  const isBusy = useIsBusy()
  if (modal === null) return null
  const submit = () => {
    if (!isBusy) onSubmit()
  }
  const actions = (
    <>
      <button type="button" className="button-secondary" onClick={close}>
        Cancel
      </button>
      <button type="submit" form={id} className="button" aria-disabled={isBusy || undefined}>
        {submitText}
      </button>
    </>
  )
  return (
    <Modal open={modal.isOpen} onClose={close} title={title} actions={actions}>
      <form id={id} className="stack" onSubmit={handleSubmit(submit)}>
        {children}
      </form>
    </Modal>
  )
}
