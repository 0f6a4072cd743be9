import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useEmailList } from '#web/screens/admin/email-list/use-email-list.tsx'
import { ResultsModal } from '#web/screens/admin/notifications/results-modal.tsx'
import { WriteMessageModal } from '#web/screens/admin/notifications/write-message-modal.tsx'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { EndTournamentModal } from './end-tournament-modal.tsx'
import { EntrantsModal, useEntrants } from './entrants-modal.tsx'
import { ReopenTournamentModal, useReopening } from './reopen-tournament-modal.tsx'
import type { TournamentActions } from './tournament-row.tsx'
import { useEndTournament } from './use-end-tournament.ts'

type Options = { isAdmin: boolean; findHeading: () => HTMLElement | null }

/** The actions on tournaments that need a dialog, and the dialogs. */
export function useTournamentActions({ isAdmin, findHeading }: Options) {
  const emails = useEmailList()
  const entrants = useEntrants()
  const { openModal: write, ...writing } = useModalState<TournamentSummary>()
  const endFlow = useEndTournament(findHeading)
  const reopening = useReopening()
  const reopenForm = useModalState<TournamentSummary>()
  const results = useModalState<TournamentSummary>()
  const actions: TournamentActions = {
    entrants: entrants.show,
    emails: emails.showTournament,
    write,
    end: endFlow.prepare,
    sendResults: results.openModal,
    reopen: isAdmin ? reopenForm.openModal : null,
    runningId: endFlow.runningId ?? reopening.running?.tournament.id,
  }
  // Several can be of one tournament, one after the other: a key that two of them had would keep one open for ever.
  const dialogs = (
    <>
      <EntrantsModal {...entrants} />
      {writing.modal && (
        <WriteMessageModal key={`write-${writing.modal.subject.id}`} modal={writing.modal} close={writing.close} />
      )}
      {emails.modal}
      <EndTournamentModal key={`end-${endFlow.modal?.subject.tournament.id}`} {...endFlow} />
      {results.modal && <ResultsModal modal={results.modal} close={results.close} />}
      <ReopenTournamentModal key={`reopen-${reopenForm.modal?.subject.id}`} {...reopenForm} reopening={reopening} />
    </>
  )
  return { actions, dialogs }
}
