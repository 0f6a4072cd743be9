import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMigratedDatabase, readApplied } from '#server/platform/db/migrated-database.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { createLog } from '#server/platform/log/log.ts'
import { addUser } from '#test/support/add-user.ts'
import { asLaterVersion } from '#test/support/later-version.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { createEmptyDatabase, databaseKinds, sqlite } from '#test/support/test-database.ts'
import { backUpBeforeUpgrade, createNightlyBackups } from './automatic-backups.ts'
import { BackupFileError, verifyBackupFile } from './backup-file.ts'
import { findNightlyBackup } from './nightly-backup-store.ts'
import { restoreBackup } from './restore.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'automatic-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const hour = 60 * 60_000
const toSettings = (database: Awaited<ReturnType<typeof createEmptyDatabase>>['config'], keep = 2) => ({
  database,
  dataFolder: folder,
  passwordPepper: null,
  timeZone: 'America/New_York',
  backup: { folder: join(folder, 'backups'), keep },
})
const list = () => readdirSync(join(folder, 'backups')).sort()

describe('a nightly backup', () => {
  // 04:00 in New York is 08:00 UTC.
  const evening = new Date('2026-04-10T01:00:00.000Z')

  async function open() {
    const { config, remove } = await createEmptyDatabase(sqlite)
    const database = await openMigratedDatabase(config)
    const clock = buildClock(evening)
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const settings = toSettings(config)
    return {
      ...database,
      clock,
      lines,
      settings,
      createBackups: () => createNightlyBackups({ config: settings, db: database.db, log, now: clock.now }),
      remove: async () => {
        await database.close()
        await remove()
      },
    }
  }

  it('is written once a night, verified, for its owner only; the oldest are removed, and nothing else', async () => {
    const { db, clock, lines, createBackups, remove } = await open()
    mkdirSync(join(folder, 'backups'))
    for (const name of ['nightly-2026-04-01.backup.part', 'nightly-mine.backup', 'before-upgrade-2025-01-01.backup'])
      writeFileSync(join(folder, 'backups', name), 'x')
    const others = ['before-upgrade-2025-01-01.backup', 'nightly-mine.backup']
    await createBackups().check()
    expect(list()).toEqual([others[0], 'nightly-2026-04-09.backup', others[1]])
    expect(lines.join()).toContain('0 users')
    const file = join(folder, 'backups', 'nightly-2026-04-09.backup')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await findNightlyBackup(db)).toMatchObject({
      last: { file, madeAt: evening.toISOString(), users: 0 },
      failure: null,
    })

    await addUser(db)
    const { mtimeMs } = statSync(file)
    clock.set(new Date('2026-04-10T07:59:00.000Z'))
    // Another process finds in the database that the backup was made.
    await createBackups().check()
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
    for (let night = 0; night < 3; night += 1) {
      clock.advance(24 * hour)
      await createBackups().check()
    }
    expect(list()).toEqual([others[0], 'nightly-2026-04-11.backup', 'nightly-2026-04-12.backup', others[1]])
    expect((await verifyBackupFile(join(folder, 'backups', 'nightly-2026-04-12.backup'))).counts['users']).toBe(1)
    await remove()
  })

  it('that fails is an error in the log and the database, is tried again, and keeps the last one', async () => {
    const { db, clock, lines, settings, createBackups, remove } = await open()
    const backups = createBackups()
    await backups.check()
    clock.advance(24 * hour)
    rmSync(settings.backup.folder, { recursive: true })
    writeFileSync(settings.backup.folder, 'a file')
    await backups.check()
    expect(await findNightlyBackup(db)).toMatchObject({
      last: { madeAt: evening.toISOString() },
      failure: expect.stringContaining('backups'),
    })
    expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({
      level: 50,
      msg: expect.stringContaining('the nightly backup failed'),
    })
    rmSync(settings.backup.folder)
    await backups.check()
    expect(await findNightlyBackup(db)).toMatchObject({ last: { madeAt: clock.now().toISOString() }, failure: null })
    expect(list()).toHaveLength(1)
    await remove()
  })
})

describe.each(databaseKinds())('before an upgrade on $name', (kind) => {
  it('a backup with the tables of the version before is written, and the last two are kept', async () => {
    const { config, remove } = await createEmptyDatabase(kind)
    await (await openMigratedDatabase(config)).close()
    const settings = toSettings(config)
    mkdirSync(settings.backup.folder)
    for (const day of ['2026-01-01', '2026-01-02'])
      writeFileSync(join(settings.backup.folder, `before-upgrade-${day}.backup`), 'x')
    const beforeUpgrade = (upgrade: Parameters<typeof backUpBeforeUpgrade>[1]) => backUpBeforeUpgrade(settings, upgrade)
    await asLaterVersion(migrations, async () => {
      for (const _ of [1, 2]) await (await openMigratedDatabase(config, { beforeUpgrade })).close()
    })
    const [older, file = ''] = list()
    expect([older, list().length]).toEqual(['before-upgrade-2026-01-02.backup', 2])
    const { description } = await verifyBackupFile(join(settings.backup.folder, file))
    expect(description.migrations).toEqual(migrations.map(({ name }) => name))
    const users = description.tables.find(({ name }) => name === 'users')
    expect(users?.columns).not.toContain('handicap')
    await remove()
  })

  it('that cannot be backed up, nothing is changed, and the reason is a sentence', async () => {
    const { config, remove } = await createEmptyDatabase(kind)
    await (await openMigratedDatabase(config)).close()
    const settings = toSettings(config)
    writeFileSync(settings.backup.folder, 'a file')
    const beforeUpgrade = (upgrade: Parameters<typeof backUpBeforeUpgrade>[1]) => backUpBeforeUpgrade(settings, upgrade)
    await expect(asLaterVersion(migrations, () => openMigratedDatabase(config, { beforeUpgrade }))).rejects.toThrow(
      /^The database has to be upgraded from \d{3}-[a-z-]+ to 900-handicaps, .* could not be written to .*backups \(BACKUP_DIR\): .* Nothing was changed\./,
    )
    expect(await readApplied(config)).toEqual(migrations.map(({ name }) => name))
    await remove()
  })
})

it('a file without its checksum is refused although all rows are there', async () => {
  const { config, remove } = await createEmptyDatabase(sqlite)
  await (await openMigratedDatabase(config)).close()
  const settings = toSettings(config)
  await backUpBeforeUpgrade(settings, { from: '001', to: '002' })
  const file = join(settings.backup.folder, list()[0] ?? '')
  // The last eight bytes of gzip: the checksum and the length.
  writeFileSync(file, readFileSync(file).subarray(0, -8))
  await expect(verifyBackupFile(file)).rejects.toThrow(BackupFileError)
  const target = {
    ...settings,
    dataFolder: join(folder, 'target'),
    database: { kind: 'sqlite', file: join(folder, 'x.db') },
  } as const
  await expect(restoreBackup(target, file, { sendQueued: false, now: new Date() })).rejects.toThrow(BackupFileError)
  expect(existsSync(target.database.file)).toBe(false)
  await remove()
})
