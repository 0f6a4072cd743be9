import { backUpBeforeUpgrade } from '#server/operations/backup/automatic-backups.ts'
import { type Clock, type ClockChange, createSystemClock } from '#server/platform/db/clock.ts'
import { openEventBus } from '#server/platform/db/event-bus.ts'
import { openMigratedDatabase } from '#server/platform/db/migrated-database.ts'
import { lockServer } from '#server/platform/db/server-lock.ts'
import type { Log } from '#server/platform/log/log.ts'
import { restrictToOwner } from '#server/platform/secrets/private-files.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { loadSecrets } from '#server/sign-in/provider/secrets-store.ts'
import { addClockNotice } from '#server/user-administration/clock-notice.ts'

export type Dependencies = {
  log: Log
  /** Tests pass their own clock. */
  clock?: Clock
  /** Folder of the built browser app. */
  webFolder?: string
}

export const defaultWebFolder = 'dist/web'

export type SharedState = Awaited<ReturnType<typeof openSharedState>>

/** Opens the state that all processes of the pool share: the database with its clock and secrets, and the event bus. */
export async function openSharedState(config: Config, { log, clock: testClock }: Pick<Dependencies, 'log' | 'clock'>) {
  restrictToOwner(config.dataFolder)
  const lock = await lockServer(config.database, log)
  const database = await openMigratedDatabase(config.database, {
    log,
    beforeUpgrade: (upgrade) => backUpBeforeUpgrade(config, upgrade, log),
  }).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const onChange = (change: ClockChange) => {
    log.error(change, 'the server’s clock has changed, and the new time now decides when entries close')
    addClockNotice(database.db, change, config.timeZone).catch((err: unknown) =>
      log.error({ err }, 'failed to tell admins'),
    )
  }
  const clock = testClock ?? createSystemClock(database.kind, { onChange })
  const eventBus = await openEventBus(config.database, log)
  const secrets = await loadSecrets(database.db, clock)
  return { lock, database, clock, eventBus, secrets }
}

export async function closeSharedState({ eventBus, database, lock }: SharedState): Promise<void> {
  await eventBus.close()
  await database.close()
  lock.release()
}
