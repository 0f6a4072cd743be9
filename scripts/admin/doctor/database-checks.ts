import { existsSync } from 'node:fs'
import { runStartupChecks } from '#server/app/startup-checks.ts'
import { countRefusals, keyRefusal } from '#server/delivery/push/push-store.ts'
import { describeFault } from '#server/feed/source-status.ts'
import { findAddressInUse, findCurrentFault } from '#server/feed/source-status-store.ts'
import { findBackupFolderFault } from '#server/operations/backup/backup-folder.ts'
import { findNightlyBackup } from '#server/operations/backup/nightly-backup-store.ts'
import { createSystemClock } from '#server/platform/db/clock.ts'
import { type Database, type Db, openDatabase } from '#server/platform/db/database.ts'
import { requireCreatable, toDatabaseFault } from '#server/platform/db/database-fault.ts'
import { listApplied, listMissingMigrations, requireUpgradable } from '#server/platform/db/migrate.ts'
import { readApplied } from '#server/platform/db/migrated-database.ts'
import { findServerAddress } from '#server/platform/db/server-address-store.ts'
import { maxClockSkewMs } from '#server/platform/http/readiness.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { findActiveTournament } from '#server/pool/tournaments/tournament-store.ts'
import { describeMissingAdmin } from '#server/sign-in/accounts/first-admin.ts'
import { hasAdmin } from '#server/users/user-store.ts'
import { describeOtherAddress } from '../public-url.ts'
import { type Check, describeError, note, ok, wrong } from './finding.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** A night may be missed, for example by a machine that is off. */
const maxBackupHours = 50

export function createDatabaseChecks(config: Config) {
  let opened: Database | undefined
  const { database: settings } = config
  const isMissing = settings.kind === 'sqlite' && !existsSync(settings.file)
  const open = () => {
    opened ??= openDatabase(settings)
    return opened
  }

  async function checkDatabase() {
    try {
      requireCreatable(settings)
      if (isMissing) return note('There is no database yet. The first start creates it.')
      const database = open()
      const applied = await listApplied(database.db, database.kind)
      if (applied.length === 0) return note('The database is reachable and empty. The first start creates the tables.')
      requireUpgradable(applied)
      const missing = listMissingMigrations(applied)
      if (missing.length > 0)
        return note(`Reachable. The next start will upgrade it (${missing.join(', ')}), after a backup to BACKUP_DIR.`)
      await database.check()
      const state = ok(`reachable, writable and up to date (${applied.at(-1)})`)
      return config.signIn.groups?.admin !== undefined || (await hasAdmin(database.db))
        ? state
        : [state, note(describeMissingAdmin(config))]
    } catch (error) {
      return wrong(describeError(toDatabaseFault(error, settings)))
    }
  }

  async function checkClock() {
    if (settings.kind === 'sqlite') return ok(`this machine's clock is authoritative: ${new Date().toISOString()}`)
    const { db, kind } = open()
    const before = Date.now()
    const theirs = (await createSystemClock(kind).authoritativeNow(db)).getTime()
    // The request takes some time, so the difference is measured to its nearer end.
    const skew = theirs < before ? theirs - before : Math.max(0, theirs - Date.now())
    const text = `${(Math.abs(skew) / 1000).toFixed(1)} s ${skew < 0 ? 'ahead of' : 'behind'} the database's clock`
    return Math.abs(skew) <= maxClockSkewMs
      ? ok(text)
      : wrong(`${text}: /readyz fails beyond 5 s. Synchronise the clocks of both machines with NTP.`)
  }

  /** Runs a check on the database. Finds nothing if there is no database, or if it does not respond. */
  async function readDatabase(read: (db: Db) => ReturnType<Check>): ReturnType<Check> {
    return isMissing ? [] : read(open().db)
  }

  /** Reports the faults that the running server has found, which may be on another machine. */
  async function checkScores(db: Db) {
    const { url, since, reason } = await findAddressInUse(db, config.feed.addresses)
    const fault = await findCurrentFault(db)
    return [
      ...(since === null ? [] : [note(`${url} is in use since ${since}. ${reason}`)]),
      ...(fault ? [wrong(`since ${fault.since}: ${describeFault(fault)}`)] : []),
    ]
  }

  /** Undefined if it is missing, of another version or does not respond: the database check says so. */
  async function findCurrent(): Promise<Database | undefined> {
    const applied = await readApplied(settings).catch(() => [])
    return applied.length === 0 || listMissingMigrations(applied).length > 0 ? undefined : open()
  }

  async function checkAddress(db: Db) {
    const started = await findServerAddress(db)
    return started && started.publicUrl !== config.publicUrl ? wrong(describeOtherAddress(config, started)) : []
  }

  async function findEvent(): Promise<string | undefined> {
    return isMissing ? undefined : (await findActiveTournament(open().db))?.espnId
  }

  async function checkNotifications(db: Db) {
    const refused = await countRefusals(db, new Date(Date.now() - dayMs))
    return refused === 0
      ? []
      : wrong(
          `${refused} notifications of the last day were refused because ${keyRefusal}. If the database is new, users have to open the app again; otherwise check this machine's clock.`,
        )
  }

  async function checkBackup(db: Db) {
    const { folder } = config.backup
    const { last, failure } = await findNightlyBackup(db)
    const hours = last === null ? 0 : Math.round((Date.now() - Date.parse(last.madeAt)) / hourMs)
    const text = last
      ? `the last nightly backup is ${hours} hours old: ${last.file}, ${Math.ceil(last.bytes / 1000)} KB, ${last.users} users`
      : `there is no nightly backup in ${folder} yet`
    if (failure !== null) return wrong(`${text}. It failed since: ${failure}. Check BACKUP_DIR (${folder}).`)
    if (hours > maxBackupHours) return wrong(`${text}. Is the server running? Its log says why there is no newer one.`)
    return last ? ok(text) : note(`${text}: the server writes it within half an hour of its start`)
  }

  return {
    database: checkDatabase,
    // The database check says why it does not respond.
    clock: () => checkClock().catch(() => wrong('unknown, because the database does not respond')),
    /** The id of the active tournament's event. */
    findEvent: () => findEvent().catch(() => undefined),
    findAtStart: () => runStartupChecks(config, findCurrent),
    findServerAddress: async () => (await findCurrent()) && findServerAddress(open().db),
    address: () => readDatabase(checkAddress).catch(() => []),
    scores: () => readDatabase(checkScores).catch(() => []),
    notifications: () => readDatabase(checkNotifications).catch(() => []),
    backup: async () => {
      if (config.backup.keep === 0) return note('BACKUP_KEEP is 0: there are no nightly backups')
      // A check of the start says why none can be written.
      return findBackupFolderFault(config) === undefined ? readDatabase(checkBackup).catch(() => []) : []
    },
    close: async () => opened?.close(),
  }
}
