import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '#server/db/clock.ts'
import type { Database } from '#server/db/database.ts'
import { Problem } from '#server/http/problem.ts'
import { findLeaderboard } from '#server/leaderboard/leaderboard-store.ts'
import { openStandingsFile } from '#server/results/standings-csv.ts'
import { CommandError } from './command-error.ts'

/** `standings ID`: the pool's standings as CSV on standard output. */
export async function printStandings(
  { database: { db }, clock }: { database: Database; clock: Clock },
  id: string,
): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(id))
    throw new CommandError(`${id} is not a tournament ID. Use the number in its URL, such as 12 in /pool/12.`)
  const findBoard = (tournamentId: number) => findLeaderboard(db, tournamentId)
  try {
    const { chunks } = await openStandingsFile({ db, clock, findBoard }, Number(id))
    await pipeline(Readable.from(chunks), process.stdout)
  } catch (error) {
    // The reader closed the pipe.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return
    if (!(error instanceof Problem)) throw error
    throw new CommandError(error.code === 'not-found' ? `There is no tournament ${id}.` : error.message)
  }
}
