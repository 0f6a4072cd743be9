import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { formatCount, formatNumber } from '#domain/text/format.ts'
import { backUpBeforeUpgrade } from '#server/operations/backup/automatic-backups.ts'
import { makeBackup } from '#server/operations/backup/backup.ts'
import { BackupFileError, verifyBackupFile } from '#server/operations/backup/backup-file.ts'
import { restoreBackup, TargetNotEmptyError } from '#server/operations/backup/restore.ts'
import { toDatabaseFault } from '#server/platform/db/database-fault.ts'
import type { Upgrade } from '#server/platform/db/migrate.ts'
import { openMigratedDatabase, readApplied } from '#server/platform/db/migrated-database.ts'
import type { Config, DatabaseConfig } from '#server/platform/settings/config.ts'
import { startCommand } from '#server/platform/start/operator-commands.ts'
import { CommandError, type CommandInput, UsageError } from './command.ts'

export async function backup(config: Config, { subject: path, flags }: CommandInput): Promise<void> {
  if (path === undefined) throw new UsageError()
  if (flags.verify) return verify(path)
  const taken = [path, `${path}.part`].find((file) => existsSync(file))
  if (taken !== undefined) throw new CommandError(`${taken} already exists. Choose another name or move it.`)
  if (!existsSync(dirname(path))) throw new CommandError(`The folder ${dirname(path)} does not exist.`)
  const report = await makeBackup(config, path, new Date()).catch(explainWriting(path, config))
  const { rows, tables, users, entries, hasPepper } = report
  if (users === 0 && flags['allow-empty'] !== true) {
    rmSync(path)
    throw new CommandError('The pool has 0 users, so nothing was written. Check DATA_DIR, or use --allow-empty.')
  }
  const kilobytes = formatNumber(Math.ceil(statSync(path).size / 1000))
  console.log(
    `${path}: ${kilobytes} KB, ${rows} rows in ${tables} tables, including ${describePeople(users, entries)}.`,
  )
  if (hasPepper) console.log('It contains the pepper file.')
  if (config.passwordPepper !== null)
    console.log('It does not contain PASSWORD_PEPPER: keep that in a safe place as well.')
  console.log('Anyone with this file can sign in as any user: protect it like a password.')
}

/** A record has the three entries of a person in a tournament. */
function describePeople(users = 0, records = 0): string {
  return `${formatCount(users, 'user')} and ${formatCount(records, 'entry record')}`
}

async function verify(path: string): Promise<void> {
  if (!existsSync(path)) throw new CommandError(`There is no file ${path}.`)
  const { description, counts } = await verifyBackupFile(path).catch((error: unknown) => {
    throw error instanceof BackupFileError
      ? new CommandError(`${path} is not a complete backup: ${error.message}.`)
      : error
  })
  const { madeAt, migrations } = description
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${path} is a complete backup as of ${madeAt} (${migrations.at(-1)}).`)
  console.log(`It has ${rows} rows, including ${describePeople(counts['users'], counts['entries'])}.`)
}

export async function restore(config: Config, { subject: path, flags }: CommandInput): Promise<void> {
  if (path === undefined || (flags['send-queued'] && flags.trial !== undefined)) throw new UsageError()
  if (!existsSync(path)) throw new CommandError(`There is no file ${path}.`)
  const trial = flags.trial === undefined ? undefined : await planTrial(flags.trial)
  const target = trial ? { ...config, ...trial.place } : config
  const options = { sendQueued: flags['send-queued'] === true, now: new Date() }
  const report = await restoreBackup(target, path, options).catch(explain(path, target))
  const { madeAt, rows, cancelledEmails, advice } = report
  console.log(`Restored ${rows} rows as of ${madeAt}.`)
  if (cancelledEmails > 0)
    console.log(`Queued emails that will not be sent: ${cancelledEmails}. (--send-queued sends them.)`)
  for (const line of advice) console.log(line)
  if (trial) {
    writeFileSync(trial.file, trial.settings, { mode: 0o600 })
    console.log(`To start the trial on ${trial.url}, run in this folder: (set -a; . '${trial.file}'; ${startCommand})`)
    console.log('Nothing is sent from it.')
  }
}

/**
 * A trial of a backup in a new folder: everything that it must not share with the pool is a setting of its own. A shell
 * reads the settings into the environment, where they win over those of the pool.
 */
async function planTrial(path: string) {
  const folder = resolve(path)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty. Choose a new folder for the trial.`)
  const database = { kind: 'sqlite', file: join(folder, 'player-pool.db') } satisfies DatabaseConfig
  const port = await proposePort()
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

/** A port for the settings of a trial. If another program has taken it by then, the start of the trial says so. */
async function proposePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

export async function migrate(settings: Config): Promise<void> {
  const { database: config, backup } = settings
  const [before] = (await readApplied(config)).slice(-1)
  const beforeUpgrade = async (upgrade: Upgrade) => {
    await backUpBeforeUpgrade(settings, upgrade)
    console.log(`Wrote and verified a backup in ${backup.folder}.`)
  }
  const database = await openMigratedDatabase(config, { patienceMs: 0, beforeUpgrade })
  await database.close()
  const [after] = (await readApplied(config)).slice(-1)
  if (before === after) console.log(`The database is up to date (${after}).`)
  else console.log(before === undefined ? `Created the database (${after}).` : `Upgraded from ${before} to ${after}.`)
}

/** Whether the error is about a file, and not about the connection to a database server, which may be a socket in a folder. */
function isFileFault(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false
  return error.syscall !== 'connect' && fileFaults.includes(String(error.code))
}

const fileFaults = ['EACCES', 'EDQUOT', 'EFBIG', 'EIO', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']

/** Explains whether the backup file or the database is at fault. */
function explainWriting(path: string, { database }: Config) {
  return (error: unknown): never => {
    if (error instanceof BackupFileError || isFileFault(error))
      throw new CommandError(`${path} cannot be written: ${error.message}.`)
    throw toDatabaseFault(error, database)
  }
}

/** Explains what is wrong with the file or the target. */
function explain(path: string, { database }: Config) {
  return (error: unknown): never => {
    if (error instanceof TargetNotEmptyError) throw new CommandError(`${error.message}\nNothing was changed.`)
    if (error instanceof BackupFileError)
      throw new CommandError(`${path} cannot be restored: ${error.message}. Nothing was changed.`)
    throw toDatabaseFault(error, database)
  }
}
