import { listEntries, listPlayers } from '#built/harness.mjs'
import type { EntrySubmission } from '#contract/entry-contract.ts'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { entry } from '#contract/tournament-contract.ts'
import { type Entry, type Player, picksPerEntryRecord, tierOfPick } from '#domain/tournament/tournament.ts'
import type { Person, TestPool } from './test-pool.ts'

export type EntryResult =
  | { status: 200; entry: Entry }
  | { status: number; code: string; fields: { field: string; message: string }[] }

export type EntryClient = Awaited<ReturnType<typeof createEntryClient>>

/** A client that builds and submits entries in a test pool. */
export async function createEntryClient(pool: TestPool, tournamentId = pool.tournamentId) {
  const { db } = pool.app.database
  const players = await listPlayers(db, tournamentId)

  async function submit(method: 'POST' | 'PUT', person: Person, body: unknown): Promise<EntryResult> {
    return toResult(await pool.send(method, api.entrySave(), person, body))
  }

  return {
    players,
    /** A valid submission; `pick` selects the golfers. */
    fill: (person: Person, pick = 0, changes: Partial<EntrySubmission> = {}) =>
      fillEntry(players, tournamentId, person, pick, changes),
    create: (person: Person, body: unknown) => submit('POST', person, body),
    change: (person: Person, body: unknown) => submit('PUT', person, body),
    /** The stored entries, including hidden picks. */
    stored: () => listEntries(db, tournamentId),
    async findStored(person: Person): Promise<Entry | undefined> {
      return (await listEntries(db, tournamentId)).find((entry) => entry.userId === person.userId)
    },
  }
}

export function fillEntry(
  players: readonly Player[],
  tournamentId: number,
  person: Person,
  pick = 0,
  changes: Partial<EntrySubmission> = {},
): EntrySubmission {
  const playersForPick = (index: number) => players.filter((player) => player.tier === tierOfPick(index))
  const selections = Array.from({ length: picksPerEntryRecord }, (_, index) => {
    const choices = playersForPick(index)
    return { playerId: choices[(pick + index) % choices.length]?.id ?? 0 }
  })
  return {
    id: 0,
    userId: person.userId,
    tournamentId,
    tiebreakers: [`-${pick}`, `${60 + pick}`],
    selections,
    ...changes,
  }
}

async function toResult(response: Response): Promise<EntryResult> {
  if (response.status === 200) return { status: 200, entry: entry.parse(await response.json()) }
  const { type, status, fields = [] } = problemDetails.parse(await response.json())
  if (status !== response.status) throw new Error(`A problem of ${status} came with ${response.status}.`)
  return { status, code: problemCode(type), fields }
}
