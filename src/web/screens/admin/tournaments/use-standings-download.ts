import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchStandingsCsv } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import type { AdminActions } from '../shared/use-admin-actions.ts'

/** Saves a tournament's standings as a file. A link could not: the server answers only to whoever is signed in. */
export function useStandingsDownload(actions: AdminActions) {
  const client = useApi()
  return async ({ id, name }: Pick<TournamentSummary, 'id' | 'name'>): Promise<void> => {
    const file = await actions.run({
      key: `standings-${id}`,
      busyText: `Downloading the standings of ${name} …`,
      work: () => fetchStandingsCsv(client, id),
      failedText: `The standings of ${name} could not be downloaded.`,
    })
    if (file !== undefined) saveFile(file, `${name} standings.csv`)
  }
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then; a minute is for those that ask where to.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
