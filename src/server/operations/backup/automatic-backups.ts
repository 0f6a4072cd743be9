import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupStatus } from '#contract/admin-contract.ts'
import { formatCount } from '#domain/text/format.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Upgrade } from '#server/platform/db/migrate.ts'
import type { Log } from '#server/platform/log/log.ts'
import { createPrivateFolder } from '#server/platform/secrets/private-files.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { OperatorError, toReason } from '#server/platform/start/operator-error.ts'
import { toLocalDay } from '#server/platform/text/time-format.ts'
import { makeBackup } from './backup.ts'
import { findNightlyBackup, saveNightlyBackup } from './nightly-backup-store.ts'

type Settings = Pick<Config, 'database' | 'dataFolder' | 'passwordPepper' | 'backup'>

const keptBeforeUpgrades = 2
/** The hour of nightly backups in the pool's time zone: play is over, and the next day's has not begun. */
const nightHour = 4
const hourMs = 60 * 60_000

type Options = { config: Settings & Pick<Config, 'timeZone'>; db: Db; log: Log; now: () => Date }

export type NightlyBackups = ReturnType<typeof createNightlyBackups>

/** A backup each night, also when the server was not running at that time. */
export function createNightlyBackups({ config, db, log, now }: Options) {
  const { folder, keep } = config.backup
  const toNight = (at: Date) => toLocalDay(new Date(at.getTime() - nightHour * hourMs), config.timeZone)
  let running: Promise<void> | undefined

  async function makeIfDue(): Promise<void> {
    const { last } = await findNightlyBackup(db)
    if (last && toNight(new Date(last.madeAt)) === toNight(now())) return
    try {
      const made = await writeBackup(config, { kind: 'nightly', stamp: toNight(now()), keep, now: now() })
      await saveNightlyBackup(db, { ...made, made_at: now().toISOString(), failure: null })
      log.info(made, `the nightly backup has been written and verified: ${formatCount(made.users, 'user')}`)
    } catch (error) {
      log.error({ err: error, folder }, 'the nightly backup failed; will retry in half an hour')
      await saveNightlyBackup(db, { failure: toReason(error) })
    }
  }

  return {
    async check(): Promise<void> {
      if (keep > 0) running = makeIfDue()
      await running
    },

    /** Reads the state of the backups that any process has made. */
    async readStatus(): Promise<BackupStatus> {
      return { isOn: keep > 0, ...(await findNightlyBackup(db)) }
    },

    /** Resolves when no backup is being written. */
    async settle(): Promise<void> {
      await running?.catch(() => {})
    },
  }
}

/** Throws an OperatorError if there is no verified backup: then the database must not be changed. */
export async function backUpBeforeUpgrade(settings: Settings, { from, to }: Upgrade, log?: Log): Promise<void> {
  const now = new Date()
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  try {
    const made = await writeBackup(settings, { kind: 'before-upgrade', stamp, keep: keptBeforeUpgrades, now })
    log?.info(
      { ...made, from, to },
      `the backup before the upgrade has been written and verified: ${formatCount(made.users, 'user')}`,
    )
  } catch (error) {
    throw new OperatorError(
      `The database has to be upgraded from ${from} to ${to}, but the backup before it could not be written to ` +
        `${settings.backup.folder} (BACKUP_DIR): ${toReason(error)}. Nothing was changed. Check the space and the permissions there.`,
      { cause: error },
    )
  }
}

type Plan = { kind: 'nightly' | 'before-upgrade'; stamp: string; keep: number; now: Date }

/** Writes a verified backup, then removes the oldest of its kind. */
async function writeBackup(settings: Settings, { kind, stamp, keep, now }: Plan) {
  const { folder } = settings.backup
  createPrivateFolder(folder)
  const own = new RegExp(`^${kind}-\\d[\\dTZ-]*\\.backup(\\.part)?$`)
  const list = () => readdirSync(folder).filter((name) => own.test(name))
  // Unfinished files are left by a process that was killed.
  for (const name of list()) if (name.endsWith('.part')) rmSync(join(folder, name))
  const file = join(folder, `${kind}-${stamp}.backup`)
  const { users } = await makeBackup(settings, file, now)
  for (const name of list().sort().slice(0, -keep)) rmSync(join(folder, name))
  return { file, bytes: statSync(file).size, users }
}
