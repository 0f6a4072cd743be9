import { lazy, useState } from 'react'
import { MessageModal } from '#web/ui/message-modal.tsx'

const ScoringRules = lazy(async () => ({ default: (await import('./scoring-rules.tsx')).ScoringRules }))

/** A button that explains the scoring. */
export function ScoringHelp() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="button-link no-print" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        How scoring works
      </button>
      <MessageModal open={isOpen} onClose={() => setIsOpen(false)} title="How scoring works">
        <ScoringRules />
      </MessageModal>
    </>
  )
}
