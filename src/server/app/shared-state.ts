import { addClockNotice } from '../admin/clock-notice.ts'
import { backUpBeforeUpgrade } from '../backup/automatic-backups.ts'
import type { Config } from '../config.ts'
import { type Clock, type ClockChange, createSystemClock } from '../db/clock.ts'
import { openEventBus } from '../db/event-bus.ts'
import { openMigratedDatabase } from '../db/migrated-database.ts'
import { lockServer } from '../db/server-lock.ts'
import { loadSecrets } from '../identity/provider/secrets-store.ts'
import type { Log } from '../log.ts'
import { restrictToOwner } from '../private-files.ts'

export type Dependencies = {
  log: Log
  /** Tests pass their own clock. */
  clock?: Clock
  /** Folder of the built browser app. */
  webFolder?: string
}

export const defaultWebFolder = 'dist/web'

export type SharedState = Awaited<ReturnType<typeof openSharedState>>

/** What all processes of the pool share: the database with its clock and secrets, and the event bus. */
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
    addClockNotice(database.db, change).catch((err: unknown) => log.error({ err }, 'failed to tell admins'))
  }
  const clock = testClock ?? createSystemClock(database.kind, { onChange })
  const eventBus = await openEventBus(config.database, log)
  const secrets = await loadSecrets(database.db, clock)
  return { lock, database, clock, eventBus, secrets }
}
