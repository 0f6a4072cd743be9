import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPool, addRivals, bootApp, createAccount, setRole } from '#built/harness.mjs'
import { type Leaderboard, leaderboard } from '#contract/leaderboard-contract.ts'
import { api } from '#contract/paths.ts'
import { tournament } from '#contract/tournament-contract.ts'
import type { HarnessOptions } from '#demo/pool-harness.ts'
import { createPool, type Pool } from '#domain/entries/pool.ts'
import { type Standings, scorePool } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import type { App } from '#server/app/app.ts'
import type { Milestone } from '#simulator/milestones.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import { mintAccessToken } from './access-token.ts'
import { sqlite } from './database-kind.ts'
import { leastPasswordCost } from './password-cost.ts'
import { waitLimitMs } from './time-limits.ts'
import { fetchXsrfPair } from './xsrf-pair.ts'

export type TestInstanceOptions = Partial<HarnessOptions> & {
  /** Default: the middle of round 2. */
  startAt?: Milestone
  /** The tournament's start; picks are hidden before it. Default: a minute ago. */
  start?: Date
  /** The start relative to the instance's clock, instead of `start`. */
  startsInMs?: number
  /** The number of other entrants, with three entries each like the player. */
  rivals?: number
  withoutTournament?: boolean
  /** The feed has never responded. */
  withoutFeed?: boolean
  /** The first day of the simulated event, `YYYY-MM-DD`. */
  day?: string
}

/** The player has an entry, the newcomer has none. */
export type Role = 'player' | 'newcomer' | 'power' | 'admin'

export type Account = { userId: number; subject: string; name: string; email: string; password: string }

export type TestInstance = {
  app: App
  simulator: Simulator
  tournamentId: number
  url: string
  /** Creates the account at the first call. */
  account(role: Role): Promise<Account>
  /** Calls the API as the player. */
  read<Body>(path: string, schema: { parse(body: unknown): Body }): Promise<Body>
  /** The current state as the player sees it, and the standings that follow from it. */
  now(): Promise<InstanceState>
  /** Polls the feed once. */
  ask(): Promise<void>
  /** Advances the tournament and polls the feed. */
  play(minutes: number): Promise<void>
  /** Ends the tournament. */
  end(): Promise<void>
  /** Ends the tournament and adds the next one. */
  startNextTournament(): Promise<void>
  close(): Promise<void>
}

/** An instance without the methods that change it. */
export type SharedInstance = Omit<TestInstance, 'ask' | 'play' | 'end' | 'startNextTournament' | 'close'>

export type InstanceState = {
  tournament: Tournament
  board: Leaderboard
  pool: Pool
  standings: Standings
  /** The player's id. */
  userId: number
}

/** The whole product with its built pages, a simulated feed that the test advances, and accounts. */
export async function openTestInstance(options: TestInstanceOptions = {}): Promise<TestInstance> {
  const {
    startAt = 'round-2-middle',
    start,
    startsInMs = -60_000,
    rivals = 3,
    withoutTournament,
    withoutFeed,
    day,
    ...harness
  } = options
  const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-stage-'))
  const simulator = await startSimulator({ seed: 'test', startAt, ...(day !== undefined && { plan: { day } }) })
  if (withoutFeed) simulator.faults.set('stopped')
  const app = await bootApp({
    feedUrl: simulator.url,
    rankingUrl: simulator.rankingUrl,
    dataFolder,
    // Tests poll the feed themselves.
    feedIntervalMs: 24 * 60 * 60 * 1000,
    feedTimeoutMs: waitLimitMs,
    webFolder: 'dist/web',
    database: (await sqlite.create()).config,
    rateLimitFactor: 0,
    ...harness,
  })
  const accounts = new Map<Role, Promise<Account>>()
  const account = (role: Role): Promise<Account> => {
    const known = accounts.get(role) ?? createRoleAccount(app, role)
    accounts.set(role, known)
    return known
  }
  const player = await account('player')
  const plan = {
    espnId: simulator.eventId,
    name: simulator.name,
    start: start ?? new Date(app.clock.now().getTime() + startsInMs),
    favourites: simulator.listGolfers(),
    entrantIds: [player.userId, ...(await addRivals(app, rivals))],
  }
  const tournamentId = withoutTournament ? 0 : await addPool(app, plan)
  await app.feed.refreshTarget()
  await app.feed.pollNow()
  const authorization = `Bearer ${await mintAccessToken(app, player, { expires: '1d' })}`
  const read: TestInstance['read'] = async (path, schema) => {
    const address = `http://127.0.0.1:${app.config.listen.port}${path}`
    return schema.parse(await (await fetch(address, { headers: { authorization } })).json())
  }

  async function end(): Promise<void> {
    const organiser = await mintAccessToken(app, await account('power'))
    const address = `http://127.0.0.1:${app.config.listen.port}`
    const response = await fetch(`${address}${api.tournamentEnd(tournamentId)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${organiser}`,
        'content-type': 'application/json',
        ...(await fetchXsrfPair(address)),
      },
      body: '[]',
    })
    if (!response.ok) throw new Error(`The tournament could not be ended: ${await response.text()}`)
  }

  return {
    app,
    simulator,
    tournamentId,
    url: app.config.publicUrl,
    account,
    read,
    async now() {
      const include = { players: true, entries: true }
      const { players = [], entries = [], ...head } = await read(api.tournament(tournamentId, include), tournament)
      const board = await read(api.leaderboard(tournamentId), leaderboard)
      const pool = createPool({ ...head, players, entries })
      return { tournament: head, board, pool, standings: scorePool(pool, board), userId: player.userId }
    },
    ask: () => app.feed.pollNow(),
    async play(minutes) {
      simulator.advance(minutes)
      await app.feed.pollNow()
    },
    end,
    async startNextTournament() {
      await end()
      const next = {
        espnId: '401999002',
        name: 'The next one',
        start: new Date(Date.now() + 24 * 60 * 60 * 1000),
      }
      await addPool(app, { ...next, favourites: simulator.listGolfers(), entrantIds: [] })
      await app.eventBus.publish('tournament', tournamentId)
    },
    async close() {
      await app.close()
      await simulator.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

async function createRoleAccount(app: App, role: Role): Promise<Account> {
  const given = { name: `The ${role}`, email: `${role}@example.com`, password: `seven-iron-${role}` }
  const account = { ...given, ...(await createAccount({ ...app, passwordCost: leastPasswordCost }, given)) }
  if (role === 'power' || role === 'admin') await setRole(app.database.db, account.userId, role, true)
  return account
}
