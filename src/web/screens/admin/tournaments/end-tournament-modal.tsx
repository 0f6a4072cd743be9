import { Confirmation } from '../shared/confirmation.tsx'
import { EndTournamentSummary } from './end-tournament-summary.tsx'
import type { EndTournamentFlow } from './use-end-tournament.ts'

/** Previews the end of a tournament and asks for confirmation (docs/rules.md, 5.1). */
export function EndTournamentModal({ modal, end, close, getFinalFocus }: EndTournamentFlow) {
  if (modal === null) return null
  const { tournament, preview } = modal.subject
  return (
    <Confirmation
      {...{ modal, close, getFinalFocus }}
      title={`End ${tournament.name}`}
      onYes={end}
      isBlocked={preview.kind === 'hidden'}
    >
      <EndTournamentSummary preview={preview} />
    </Confirmation>
  )
}
