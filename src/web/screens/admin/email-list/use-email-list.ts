import type { Person } from '#contract/admin-contract.ts'
import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchAllUsers, fetchTournamentUsers } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'
import { useAsking } from '../shared/use-asking.ts'

export type EmailList = { readonly title: string; readonly people: readonly Person[] }

/** Fetches addresses as of now, and shows them in a modal. */
export function useEmailList(actions: AdminActions) {
  const client = useApi()
  const { asking, ask, close } = useAsking<EmailList>()

  async function show(key: string, title: string, work: () => Promise<Person[]>): Promise<void> {
    const failedText = 'There was an error getting emails.'
    const people = await actions.run({ key, busyText: 'Getting emails …', work, failedText })
    if (people !== undefined) ask({ title, people })
  }

  return {
    asking,
    close,
    showTournament: ({ id, name }: TournamentSummary) =>
      show(`emails-${id}`, `Email List of ${name}`, () => fetchTournamentUsers(client, id)),
    showAll: () => show('emails-all', 'All Users Email List', () => fetchAllUsers(client)),
  }
}
