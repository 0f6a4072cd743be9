import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addPool, addUserWithIdentity, bootApp, embeddedIssuer, setRole } from '#built/harness.mjs'
import type { HarnessOptions } from '#demo/pool-harness.ts'
import type { App } from '#server/app/app.ts'
import type { GrantableRole } from '#server/users/provider-group-roles.ts'
import type { Milestone } from '#simulator/milestones.ts'
import { type Simulator, startSimulator } from '#simulator/simulator-server.ts'
import type { TournamentPlan } from '#simulator/tournament-play.ts'
import { mintAccessToken } from './access-token.ts'
import './outgoing-requests.ts'
import { type DatabaseKind, sqlite } from './database-kind.ts'
import { waitLimitMs } from './time-limits.ts'
import { fetchXsrfPair, type XsrfPair } from './xsrf-pair.ts'

export type Person = { userId: number; token: string }

export type TestPool = {
  app: App
  simulator: Simulator
  tournamentId: number
  url: string
  /** Two players with entries, one without, and both kinds of organiser. */
  people: Record<'player' | 'rival' | 'newcomer' | 'power' | 'admin', Person>
  /** Calls the API as a person, or without signing in. */
  call(path: string, person?: Person | null, init?: RequestInit): Promise<Response>
  /** The XSRF cookie and header of our own page. */
  xsrf: XsrfPair
  /** Sends a JSON body with the XSRF pair, as our own page does. */
  send(method: string, path: string, person: Person | null, body: unknown): Promise<Response>
  close(): Promise<void>
}

type Options = Partial<HarnessOptions> & {
  kind?: DatabaseKind
  startAt?: Milestone
  plan?: Partial<TournamentPlan>
  /** The tournament's start; picks are hidden before it. Default: a minute ago. */
  start?: Date
  /** Skips the first poll of the feed, for tests that need no leaderboard. */
  withoutScores?: boolean
  /** The seed of the entries' picks. */
  picks?: string
  /** The seed of the simulated tournament. */
  seed?: string
}

/** The whole app over HTTP, with a simulated feed that the test advances. */
export async function openTestPool(options: Options = {}): Promise<TestPool> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'player-pool-test-'))
  const database = await (options.kind ?? sqlite).create()
  const simulator = await startSimulator({
    seed: options.seed ?? 'test',
    startAt: options.startAt ?? 'round-2-middle',
    ...(options.plan && { plan: options.plan }),
  })
  const app = await bootApp({
    feedUrl: simulator.url,
    dataFolder,
    // Reading the built app takes a tenth of the start. Tests of pages and pictures name its folder.
    webFolder: join(dataFolder, 'web'),
    // Tests poll the feed themselves.
    feedIntervalMs: 24 * 60 * 60 * 1000,
    feedTimeoutMs: waitLimitMs,
    database: database.config,
    ...options,
  })
  const people = await addPeople(app)
  const tournamentId = await addPool(app, {
    espnId: simulator.eventId,
    name: simulator.name,
    start: options.start ?? new Date(Date.now() - 60_000),
    favourites: simulator.listGolfers(),
    entrantIds: [people.player.userId, people.rival.userId],
    ...(options.picks !== undefined && { seed: options.picks }),
  })
  if (!options.withoutScores) {
    await app.feed.refreshTarget()
    await app.feed.pollNow()
  }
  const url = `http://127.0.0.1:${app.config.listen.port}`
  const xsrf = await fetchXsrfPair(url)
  const call: TestPool['call'] = (path, person, init) =>
    fetch(url + path, {
      ...init,
      headers: { ...(person && { authorization: `Bearer ${person.token}` }), ...init?.headers },
    })

  return {
    app,
    simulator,
    tournamentId,
    url,
    people,
    xsrf,
    call,
    send: (method, path, person, body) =>
      call(path, person, {
        method,
        headers: { 'content-type': 'application/json', ...xsrf },
        body: JSON.stringify(body),
      }),
    async close() {
      await app.close()
      await simulator.close()
      await database.remove()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

async function addPeople(app: App): Promise<TestPool['people']> {
  return {
    player: await addPerson(app, 'player'),
    rival: await addPerson(app, 'rival'),
    newcomer: await addPerson(app, 'newcomer'),
    power: await addPerson(app, 'power', 'power'),
    admin: await addPerson(app, 'admin', 'admin'),
  }
}

/** Adds a user of the embedded provider, with a token that stays valid while a test advances its clock. */
export async function addPerson(
  app: Pick<App, 'database' | 'config' | 'secrets'>,
  subject: string,
  role?: GrantableRole,
): Promise<Person> {
  const { db } = app.database
  const owner = { subject, name: `The ${subject}`, email: `${subject}@example.com` }
  const identity = { issuer: embeddedIssuer, subject }
  const { user } = await addUserWithIdentity(
    db,
    identity,
    { ...owner, emailVerified: true, asOf: new Date(0) },
    new Date(),
  )
  if (role) await setRole(db, user.id, role, true)
  return { userId: user.id, token: await mintAccessToken(app, owner, { expires: '1d' }) }
}
