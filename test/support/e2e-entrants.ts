import { listPlayers } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { user } from '#contract/user-contract.ts'
import { mintAccessToken } from './access-token.ts'
import type { SharedInstance } from './e2e-instance.ts'
import { fillEntry } from './entry-client.ts'
import { fetchXsrfPair } from './xsrf-pair.ts'

const atOnce = 8

/** People who sign in for the first time and enter, each with requests of their own. Returns the status of each save. */
export async function enterThroughApi(
  { app }: Pick<SharedInstance, 'app'>,
  tournamentId: number,
  numbers: readonly number[],
): Promise<number[]> {
  const address = `http://127.0.0.1:${app.config.listen.port}`
  const players = await listPlayers(app.database.db, tournamentId)
  const xsrf = await fetchXsrfPair(address)

  async function enter(number: number): Promise<number> {
    const owner = { subject: `entrant-${number}`, name: `Entrant ${number}`, email: `entrant-${number}@example.com` }
    const authorization = `Bearer ${await mintAccessToken(app, owner)}`
    const { id: userId } = user.parse(await (await fetch(address + api.user(), { headers: { authorization } })).json())
    const response = await fetch(address + api.entrySave(), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...xsrf },
      body: JSON.stringify(fillEntry(players, tournamentId, { userId, token: '' }, number)),
    })
    return response.status
  }

  const statuses: number[] = []
  for (let from = 0; from < numbers.length; from += atOnce) {
    statuses.push(...(await Promise.all(numbers.slice(from, from + atOnce).map(enter))))
  }
  return statuses
}
