import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findFreePort } from '#demo/free-port.ts'
import type { DatabaseConfig } from '#server/config.ts'
import { CommandError } from './command-error.ts'

/**
 * A trial of a backup in a new folder: everything that it must not share with the pool is a setting of its own. A shell
 * reads the settings into the environment, where they win over those of the pool.
 */
export async function planTrial(path: string) {
  const folder = resolve(path)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty. Choose a new folder for the trial.`)
  const database = { kind: 'sqlite', file: join(folder, 'player-pool.db') } satisfies DatabaseConfig
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const settings = {
    OUTBOUND: 'off',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    TRUST_PROXY: 0,
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${database.file}`,
    DATABASE_URL_FILE: '',
    BACKUP_DIR: join(folder, 'backups'),
  }
  return {
    place: { dataFolder: folder, database },
    url,
    file: join(folder, '.env'),
    settings: Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  }
}
