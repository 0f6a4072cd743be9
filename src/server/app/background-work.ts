import { findFailureLevel } from '#server/platform/db/database-errors.ts'
import { electLeader, type Lease } from '#server/platform/db/leader-election.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { findSigningKeys } from '#server/sign-in/provider/secrets-store.ts'
import { listBlockedSince } from '#server/user-administration/user-blocking-store.ts'
import type { Services } from './services.ts'
import type { Dependencies, SharedState } from './shared-state.ts'

const heartbeatMs = 15_000
/** A page that receives nothing for 9 seconds reports a lost connection (docs/rules.md, 7.5). */
const keepAliveMs = 4_000
/** Shorter than the time that a jump of the clock has to last, so that it is noticed without requests. */
const clockCheckMs = 15_000
const cleanupMs = 10 * 60_000
/** The interval for changes that commands make in another process. */
const polledMs = 2000
/** How often the leader looks whether a day has passed, or tries again after a failure. */
const updateCheckMs = 60 * 60_000
const backupCheckMs = 30 * 60_000

/**
 * Sends heartbeats and removes expired records. While this process is the leader, also polls the feed, looks for a newer
 * version and makes backups.
 */
export function startBackgroundWork(
  config: Config,
  { database: { db }, clock, secrets }: SharedState,
  services: Services,
  { log }: Dependencies,
): { stop(): Promise<void> } {
  const { authenticator, feed, metrics, poolEvents, silenceWatch, streams, provider, updates, backups } = services
  const updateFailure = 'failed to look for a newer version'
  /** Runs `work` after each interval. After a failure, the next run tries again. */
  function repeat(intervalMs: number, failureText: string, work: () => Promise<void>): { stop(): void } {
    const timer = setInterval(() => {
      work().catch((error: unknown) => log[findFailureLevel(error)]({ err: error }, failureText))
    }, intervalMs)
    return { stop: () => clearInterval(timer) }
  }
  let leaderTasks: { stop(): void }[] = []
  const listeners = {
    onElected(lease: Lease) {
      metrics?.setLeader(true)
      feed.start(lease)
      poolEvents.start()
      updates?.check().catch((error: unknown) => log.warn({ err: error }, updateFailure))
      leaderTasks = [
        repeat(updateCheckMs, updateFailure, async () => updates?.check()),
        repeat(backupCheckMs, 'failed to look for a due backup', backups.check),
      ]
    },
    onDemoted() {
      metrics?.setLeader(false)
      feed.stop()
      void poolEvents.stop()
      for (const task of leaderTasks) task.stop()
    },
  }
  const election = electLeader(config.database, 'feed-polling', listeners, log)
  // Startup does not wait for this: the provider may recover later.
  void services.verifier.checkProvider()
  let blockedSince = ''
  const tasks = [
    repeat(heartbeatMs, 'failed to send the stream heartbeat', async () => {
      await silenceWatch.check()
      await streams.sendHeartbeat(clock.now())
    }),
    repeat(keepAliveMs, 'failed to keep the streams alive', streams.sendKeepAlive),
    repeat(clockCheckMs, 'the time is not certain', async () => void (await clock.authoritativeNow(db))),
    // Polled, because on SQLite the admin command, which runs in another process, cannot publish an event.
    repeat(polledMs, 'failed to check for blocked users', async () => {
      for (const { id, at } of await listBlockedSince(db, blockedSince)) {
        streams.endOf(id)
        blockedSince = at
      }
    }),
  ]
  if (provider) {
    let knownIds = secrets.signingKeys.map(({ kid }) => kid)
    tasks.push(
      repeat(cleanupMs, 'failed to remove expired sign-in records', provider.removeExpired),
      // Keys that the operator has added or revoked in another process, and one that is now old enough to sign.
      repeat(polledMs, 'failed to check for new signing keys', async () => {
        const keys = await findSigningKeys(db, clock)
        const ids = keys.map(({ kid }) => kid)
        if (ids.join() === knownIds.join()) return
        const hasRevoked = knownIds.some((kid) => !ids.includes(kid))
        knownIds = ids
        provider.setSigningKeys(keys)
        if (!hasRevoked) return
        authenticator.clearCache()
        streams.endAll()
      }),
    )
  }
  return {
    async stop() {
      for (const task of tasks) task.stop()
      await election.stop()
      await poolEvents.stop()
      await backups.settle()
    },
  }
}
