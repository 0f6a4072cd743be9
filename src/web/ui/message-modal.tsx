import { type ComponentProps, type ReactNode, useState } from 'react'
import { Modal } from './modal.tsx'

/** Shows a message or details, with a Close button after other actions. */
export function MessageModal({ actions, ...props }: ComponentProps<typeof Modal>) {
  const buttons = (
    <>
      {actions}
      <button type="button" className="button" data-close onClick={props.onClose}>
        Close
      </button>
    </>
  )
  return <Modal {...props} actions={buttons} />
}

type MessageButtonProps = Pick<ComponentProps<typeof Modal>, 'title' | 'children' | 'size'> & { label?: ReactNode }

/** A button that opens a message, under the same title unless it has another label. */
export function MessageButton({ label, ...modal }: MessageButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="button-link no-print" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label ?? modal.title}
      </button>
      <MessageModal open={isOpen} onClose={() => setIsOpen(false)} {...modal} />
    </>
  )
}
