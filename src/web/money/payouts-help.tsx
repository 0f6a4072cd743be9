import { useState } from 'react'
import { MessageModal } from '#web/ui/message-modal.tsx'
import { FeePanel, type FeePanelProps } from './fee-panel.tsx'

/** A button that says what there is to win and, at the end, who gets what. Nothing without a fee. */
export function PayoutsHelp(props: FeePanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (props.tournament.fee === undefined) return null
  return (
    <>
      <button type="button" className="button-link no-print" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Payouts
      </button>
      <MessageModal open={isOpen} onClose={() => setIsOpen(false)} title="Payouts">
        <FeePanel {...props} />
      </MessageModal>
    </>
  )
}
