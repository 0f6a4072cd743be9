import * as z from 'zod/mini'
import { openingApi } from './opening-paths.ts'

/**
 * A token request to the embedded provider may name a tournament in this parameter. The response then has, under the
 * same name, what its board asks of the API (docs/security.md, 1.2). Other providers ignore it.
 */
export const boardParameter = 'board'

/** A response of the API: its path, some headers and its text. */
export const boardAnswers = z.array(
  z.object({ path: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
)
export type BoardAnswers = z.infer<typeof boardAnswers>

/** What a board asks of the API, in the order in which it would find out. */
export function listBoardPaths(tournamentId: number): string[] {
  return [
    openingApi.user(),
    openingApi.tournamentCurrent(),
    openingApi.tournament(tournamentId, { players: true, entries: true }),
    openingApi.leaderboard(tournamentId),
  ]
}
