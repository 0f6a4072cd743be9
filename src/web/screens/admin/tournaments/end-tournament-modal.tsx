import { ConfirmModal } from '#web/ui/confirm-modal.tsx'
import { EndTournamentSummary } from './end-tournament-summary.tsx'
import type { EndTournamentFlow } from './use-end-tournament.ts'

/** Previews the end of a tournament and asks for confirmation (docs/rules.md, 5.1). */
export function EndTournamentModal({ modal, end, close, getFinalFocus }: EndTournamentFlow) {
  if (modal === null) return null
  const { subject, isOpen } = modal
  return (
    <ConfirmModal
      open={isOpen}
      title={`End ${subject.tournament.name}`}
      onYes={() => end(subject)}
      onNo={close}
      isBlocked={subject.preview.kind === 'hidden'}
      getFinalFocus={getFinalFocus}
    >
      <EndTournamentSummary preview={subject.preview} />
    </ConfirmModal>
  )
}
