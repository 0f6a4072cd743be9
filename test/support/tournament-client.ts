import { findTournament, listPlayers } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { problemCode } from '#contract/problem.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { type TournamentResponse, tournament } from '#contract/tournament-contract.ts'
import type { TournamentSubmission } from '#contract/tournament-submission-contract.ts'
import type { FieldGolfer } from '#domain/field/field.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { toTierLists } from '#simulator/simulated-entries.ts'
import type { Person, TestPool } from './test-pool.ts'

export type TournamentResult =
  | { status: 200; tournament: TournamentResponse }
  | { status: number; code: string; detail: string; fields: { field: string; message: string }[] }

/** A client that builds and submits tournaments with the whole field in four tiers. */
export function createTournamentClient(pool: Pick<TestPool, 'app' | 'simulator' | 'people' | 'send'>) {
  const { db } = pool.app.database

  async function submit(method: 'POST' | 'PUT', body: unknown, person: Person): Promise<TournamentResult> {
    return toResult(await pool.send(method, api.tournamentSave(), person, body))
  }

  return {
    fill: (changes: Partial<TournamentSubmission> = {}): TournamentSubmission => ({
      id: 0,
      espnId: pool.simulator.eventId,
      name: 'Spring Open',
      start: new Date(pool.app.clock.now().getTime() + 3_600_000).toISOString(),
      tiebreakers: ['Winning score?', 'Lowest round?'],
      players: listTieredPlayers(pool.simulator.listGolfers()),
      ...changes,
    }),
    /** The submission that saves a stored tournament unchanged, with `changes`. */
    async open(id: number, changes: Partial<TournamentSubmission> = {}): Promise<TournamentSubmission> {
      const stored = await findTournament(db, id)
      if (!stored) throw new Error(`There is no tournament ${id}.`)
      const { espnId, name, start, tiebreakers } = stored
      const players = (await listPlayers(db, id)).map(({ id: _id, ...player }) => player)
      return { id, espnId, name, start, tiebreakers: [...tiebreakers], players, ...changes }
    },
    create: (body: unknown, person = pool.people.power) => submit('POST', body, person),
    change: (body: unknown, person = pool.people.power) => submit('PUT', body, person),
    audit: (action: string) =>
      db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute(),
  }
}

function listTieredPlayers(golfers: readonly FieldGolfer[]): TournamentSubmission['players'] {
  return toTierLists(golfers).flatMap((list, tier) =>
    list.map(({ name, espnId }, order) => ({ name, espnId, tier: tier as Tier, order })),
  )
}

async function toResult(response: Response): Promise<TournamentResult> {
  if (response.status === 200) return { status: 200, tournament: tournament.parse(await response.json()) }
  const { type, status, detail = '', fields = [] } = problemDetails.parse(await response.json())
  if (status !== response.status) throw new Error(`A problem of ${status} came with ${response.status}.`)
  return { status, code: problemCode(type), detail, fields }
}
