import { join } from 'node:path'
import type { FieldGolfer } from '#domain/field/field.ts'
import type { Tier } from '#domain/tournament/tournament.ts'
import { type App, createApp } from '#server/app/app.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createLog, type Log } from '#server/platform/log/log.ts'
import { type Config, readConfig, type SignInConfig } from '#server/platform/settings/config.ts'
import { addEntry } from '#server/pool/entries/entry-store.ts'
import { addTournament, listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { drawEntries, toTierLists } from '#simulator/simulated-entries.ts'
import { createField } from '#simulator/simulated-field.ts'
import { startOnPort } from './free-port.ts'

/**
 * Starts the whole product in this process with users and a tournament, for the demo, the tests and the benchmarks. Only
 * the feed is simulated, and it is served over HTTP like the real one.
 */

/** Settings that a demo or test can change. By default, the database is in memory and anyone can register. */
type Settings = Pick<
  Config,
  'database' | 'rankingUrl' | 'upstreams' | 'mail' | 'outbound' | 'signUp' | 'serviceWorker' | 'metricsToken'
>

export type HarnessOptions = Partial<Settings> & {
  /** One address or, separated by spaces, several. */
  feedUrl: string
  dataFolder: string
  /** Default: any free port. */
  port?: number
  /** The host name that browsers use. Default: localhost. */
  publicHost?: string
  /** The port that browsers use. Default: the app's own. */
  publicPort?: number
  /** Default: one second. */
  feedIntervalMs?: number
  /** Default: as in production. */
  feedTimeoutMs?: number
  branding?: Partial<Config['branding']>
  signIn?: Partial<SignInConfig>
  rateLimitFactor?: number
  /** Other settings, as in .env. */
  env?: Readonly<Record<string, string>>
  clock?: Clock
  log?: Log
  /** The built browser app. Default: none. */
  webFolder?: string
}

/** Starts the app without adding users or a tournament. */
export async function bootApp(options: HarnessOptions): Promise<App> {
  if (options.port !== undefined) return bootOn(options.port, options)
  // The sign-in provider's address must be known before the app listens.
  return startOnPort((port) => bootOn(port, options))
}

async function bootOn(port: number, options: HarnessOptions): Promise<App> {
  const app = await createApp(harnessConfig(port, options), {
    log: options.log ?? createLog('silent'),
    ...(options.clock && { clock: options.clock }),
    ...(options.webFolder !== undefined && { webFolder: options.webFolder }),
  })
  try {
    await app.listen()
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}

function harnessConfig(port: number, options: HarnessOptions): Config {
  const publicUrl = `http://${options.publicHost ?? 'localhost'}:${options.publicPort ?? port}`
  const defaults = readConfig({ PORT: String(port), PUBLIC_URL: publicUrl, FEED_URL: options.feedUrl, ...options.env })
  return {
    ...defaults,
    database: { kind: 'sqlite', file: ':memory:' },
    signUp: { mode: 'open', domains: [] },
    // Options that are no settings have no effect.
    ...options,
    backup: { ...defaults.backup, folder: join(options.dataFolder, 'backups') },
    feed: {
      ...defaults.feed,
      intervalMs: options.feedIntervalMs ?? 1000,
      timeoutMs: options.feedTimeoutMs ?? defaults.feed.timeoutMs,
      // The simulated feed serves the pictures as well.
      imageUrl: new URL(options.feedUrl.split(' ')[0] ?? '').origin,
    },
    branding: { ...defaults.branding, ...options.branding },
    signIn: { ...defaults.signIn, ...options.signIn },
    http: { ...defaults.http, rateLimitFactor: options.rateLimitFactor ?? 1 },
  }
}

export type PoolPlan = {
  espnId: string
  name: string
  start: Date
  /** All golfers, favourites first. */
  favourites: readonly FieldGolfer[]
  entrantIds: readonly number[]
  active?: boolean
  seed?: string | number
}

export const demoTiebreakers = ['What will the winning score be?', 'How many golfers will make the cut?'] as const

/** Adds a tournament with its golfers in four tiers, and an entry record for each entrant. Returns its id. */
export async function addPool({ database }: Pick<App, 'database'>, plan: PoolPlan): Promise<number> {
  const now = new Date(plan.start.getTime() - 24 * 60 * 60 * 1000)
  const lists = toTierLists(plan.favourites)
  const players = lists.flatMap((golfers, tier) =>
    golfers.map((golfer, order) => ({ ...golfer, tier: tier as Tier, order })),
  )
  return database.db.transaction().execute(async (trx) => {
    const { espnId, name, active = true } = plan
    const start = plan.start.toISOString()
    const tournament = { espnId, name, start, active, tiebreakers: demoTiebreakers, players }
    const tournamentId = await addTournament(trx, tournament, now)
    await enter(trx, tournamentId, plan, now)
    return tournamentId
  })
}

async function enter(trx: Db, tournamentId: number, plan: PoolPlan, now: Date): Promise<void> {
  const ids = new Map((await listPlayers(trx, tournamentId)).map((player) => [player.espnId, player.id]))
  const tiers = toTierLists(plan.favourites)
  const entries = drawEntries({ tiers, count: plan.entrantIds.length, seed: plan.seed ?? plan.espnId })
  for (const [index, userId] of plan.entrantIds.entries()) {
    const playerIds = (entries[index] ?? []).map((espnId) => ids.get(espnId) ?? 0)
    const tiebreakers = [`-${12 + (index % 11)}`, String(60 + ((index * 7) % 21))] as const
    await addEntry(trx, { tournamentId, userId, tiebreakers, playerIds }, now)
  }
}

/** Adds users without an account to sign in with, in one transaction. Returns their ids. */
export async function addRivals({ database }: Pick<App, 'database'>, count: number, issuer = 'urn:player-pool:demo') {
  const names = createField('rivals').map((golfer) => golfer.name)
  const now = new Date().toISOString()
  return database.db.transaction().execute(async (trx) => {
    const ids: number[] = []
    for (let index = 0; index < count; index += 1) {
      const { id } = await trx
        .insertInto('users')
        .values({
          name: names[index % names.length] ?? '',
          email: `player${index + 1}@example.com`,
          email_verified: 0,
          is_real: 1,
          profile_as_of: now,
          merged_into: null,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('user_identities')
        .values({ issuer, subject: `rival-${index}`, user_id: id, created_at: now })
        .execute()
      ids.push(id)
    }
    return ids
  })
}
