import type { Config } from '../config.ts'
import { type Clock, createSystemClock } from '../db/clock.ts'
import { openEventBus } from '../db/event-bus.ts'
import { openMigratedDatabase } from '../db/migrate.ts'
import type { PasswordCost } from '../identity/accounts/passwords.ts'
import { loadSecrets, type SigningKey } from '../identity/provider/secrets-store.ts'
import type { Log } from '../log.ts'
import type { SendRequest } from '../outbox/post-once.ts'
import { restrictToOwner } from '../private-files.ts'

export type Dependencies = {
  log: Log
  /** Tests pass their own clock. */
  clock?: Clock
  /** Folder of the built browser app. */
  webFolder?: string
  /** Delay before reconnecting and before the next attempt to become the leader; shorter in tests. */
  retryMs?: number
  /** Compression quality of the bodies that all viewers share; lower in tests. */
  brotliQuality?: number
  /** Replaces the feed's server as the source of pictures of golfers and flags. */
  feedImageOrigin?: string
  /** Sends requests to webhooks. Only tests replace it, to reach their own server. */
  sendWebhookRequest?: SendRequest
  /** A test's push service. Never a setting: the server sends requests to known services only. */
  pushOrigin?: string | undefined
  /** Tests share one signing key, because creating one takes longer than the rest of the start. */
  createSigningKey?: () => Promise<SigningKey>
  /** Lower in tests. Never a setting. */
  passwordCost?: PasswordCost
}

export const defaultWebFolder = 'dist/web'

export type SharedState = Awaited<ReturnType<typeof openSharedState>>

/** What all processes of the pool share: the database with its clock and secrets, and the event bus. */
export async function openSharedState(
  config: Config,
  { log, clock: testClock, retryMs, createSigningKey }: Dependencies,
) {
  restrictToOwner(config.dataFolder)
  const database = await openMigratedDatabase(config.database, log)
  const clock = testClock ?? createSystemClock(database.kind)
  const eventBus = await openEventBus(config.database, log, toTiming(retryMs))
  const secrets = await loadSecrets(database.db, clock, createSigningKey)
  return { database, clock, eventBus, secrets }
}

/** All other delays keep their defaults. */
export function toTiming(retryMs: number | undefined) {
  return retryMs === undefined ? {} : { retryMs }
}
