import type { TournamentSummary } from '#contract/tournament-contract.ts'
import { fetchStandingsCsv } from '#web/api/admin-queries.ts'
import { useApi } from '#web/api/use-api.ts'
import { useAdminActions } from '../shared/use-admin-actions.ts'

/** Downloads a tournament’s standings. A plain link would lack the access token. */
export function useStandingsDownload() {
  const client = useApi()
  const actions = useAdminActions()
  return async ({ id, name }: Pick<TournamentSummary, 'id' | 'name'>): Promise<void> => {
    const file = await actions.run({
      key: `standings-${id}`,
      busyText: `Downloading the standings of ${name}…`,
      work: () => fetchStandingsCsv(client, id),
      failedText: `The standings of ${name} could not be downloaded.`,
    })
    if (file !== undefined) saveFile(file, `${name} standings.csv`)
  }
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Leaves time for browsers that ask where to save the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
