import * as z from 'zod/mini'
import { openingApi } from './opening-paths.ts'

/**
 * A token request to the embedded provider may include a tournament's id in this parameter. The response then includes,
 * under the same name, the API responses that its board needs (docs/security.md, 1.2). Other providers ignore it.
 */
export const boardParameter = 'board'

/** An API response: its path, some headers and its body. */
export const boardResponses = z.array(
  z.object({ path: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
)
export type BoardResponses = z.infer<typeof boardResponses>

/** The API requests that a board needs, in the order in which the page would send them. */
export function listBoardPaths(tournamentId: number): string[] {
  return [
    openingApi.user(),
    openingApi.tournamentCurrent(),
    openingApi.tournament(tournamentId, { players: true, entries: true }),
    openingApi.leaderboard(tournamentId),
  ]
}
