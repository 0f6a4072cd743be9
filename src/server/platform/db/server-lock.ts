import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { waitUntil } from '#server/platform/concurrency/wait-until.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { requireCreatable, toDatabaseFault } from './database-fault.ts'
import { takeoverMs } from './migrated-database.ts'
import { inMemory, isLocked, prepareFile } from './sqlite-dialect.ts'

export type ServerLock = { release(): void }

/**
 * Keeps other servers from a SQLite file: they would send everything twice and miss each other's events. An open transaction
 * on a side file is a lock that the kernel releases when the process dies. Admin commands do not need it.
 */
export async function lockServer(config: DatabaseConfig, log: Log, patienceMs = takeoverMs): Promise<ServerLock> {
  if (config.kind === 'postgres' || config.file === inMemory) return { release() {} }
  try {
    requireCreatable(config)
    return await lockFile(config.file, log, patienceMs)
  } catch (error) {
    throw toDatabaseFault(error, config)
  }
}

async function lockFile(file: string, log: Log, patienceMs: number): Promise<ServerLock> {
  const holderFile = `${file}.pid`
  prepareFile(`${file}.lock`)
  const lock = new SqliteDatabase(`${file}.lock`, { timeout: 0 })
  const tryLock = async () => {
    try {
      // Nothing is ever written: this prevents a file for the journal.
      lock.pragma('journal_mode = MEMORY')
      lock.exec('begin exclusive')
      return true
    } catch (error) {
      if (!isLocked(error)) throw error
      return false
    }
  }
  const onWait = () => log.info({ holder: readHolder(holderFile) }, 'waiting for another server process to end')
  try {
    if (!(await waitUntil(tryLock, patienceMs, onWait)))
      throw new OperatorError(
        `Another server uses the database ${resolve(file)}: ${readHolder(holderFile)}. Stop it, or use another DATA_DIR or DATABASE_URL.`,
      )
    const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
    writeFileSync(holderFile, `process ${process.pid} on ${hostname()}, started ${startedAt}`, { mode: 0o600 })
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    release() {
      rmSync(holderFile, { force: true })
      lock.close()
    },
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'an unknown process'
  }
}
