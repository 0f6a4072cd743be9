import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { EndPreview } from './end-preview.tsx'
import type { TournamentEnding } from './use-tournament-ending.ts'

/** Shows what ending a tournament means, and asks (specification, section 8 "Confirmations"). */
export function EndModal({ asking, end, close, focusAfter }: TournamentEnding) {
  if (asking === null) return null
  const { subject, isOpen } = asking
  return (
    <ConfirmModal
      open={isOpen}
      title={`End ${subject.tournament.name}`}
      onYes={() => end(subject)}
      onNo={close}
      isImpossible={subject.preview.kind === 'hidden'}
      focusAfter={focusAfter}
    >
      <EndPreview preview={subject.preview} />
    </ConfirmModal>
  )
}
