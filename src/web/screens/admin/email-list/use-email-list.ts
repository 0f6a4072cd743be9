import type { Person } from '#contract/admin-contract.ts'
import { api } from '#contract/paths.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { useModalState } from '#web/ui/use-modal-state.ts'
import { type AdminAction, useAdminActions } from '../common/use-admin-actions.ts'

export type EmailList = { readonly title: string; readonly people: readonly Person[] }

/** Fetches the current addresses and shows them in a modal. */
export function useEmailList() {
  const actions = useAdminActions()
  const { modal, openModal, close } = useModalState<EmailList>()

  async function show(key: string, title: string, work: AdminAction<Person[]>['work']): Promise<void> {
    const failedText = 'There was an error getting emails.'
    const people = await actions.run({ key, busyText: 'Getting emails…', work, failedText })
    if (people !== undefined) openModal({ title, people })
  }

  return {
    modal,
    close,
    showTournament: ({ id, name }: TournamentSummary) =>
      show(`emails-${id}`, `Email List for ${name}`, (client) => client.get(api.adminTournamentUsers(id))),
    showAll: () => show('emails-all', 'All Users Email List', (client) => client.get(api.adminUsers())),
  }
}
