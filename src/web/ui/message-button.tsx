import { type ReactNode, useState } from 'react'
import { MessageModal } from './message-modal.tsx'

/** A button that opens a message under the same title. */
export function MessageButton({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="button-link no-print" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {title}
      </button>
      <MessageModal open={isOpen} onClose={() => setIsOpen(false)} title={title}>
        {children}
      </MessageModal>
    </>
  )
}
