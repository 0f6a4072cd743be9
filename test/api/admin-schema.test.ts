import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLog, migrations, openEventBus, openMigratedDatabase } from '#built/harness.mjs'
import type { Database } from '#server/platform/db/database.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { runAdminCommand } from '../support/admin-command.ts'
import { asLaterVersion } from '../support/later-version.ts'
import { createEmptyDatabase, databaseKinds, sqlite } from '../support/test-database.ts'

const urlOf = (config: DatabaseConfig) => (config.kind === 'sqlite' ? `sqlite:${config.file}` : config.url)
const adminOf =
  (config: DatabaseConfig) =>
  (...args: string[]) =>
    runAdminCommand(args, { DATABASE_URL: urlOf(config) })

async function listApplied({ db }: Database): Promise<string[]> {
  return (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )
}

/** The migrations of this version. */
const names = migrations.map(({ name }) => name)

const commands = [['list'], ['setup-link'], ['create', 'ada@example.org', '--name', 'Ada'], ['rotate-keys']]

it('in a folder without a pool, no command but migrate and restore creates one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-schema-'))
  const admin = (...args: string[]) => runAdminCommand(args, { DATA_DIR: join(folder, 'data') })
  for (const command of [...commands, ['backup', join(folder, 'a.backup')]]) {
    const outcome = await admin(...command)
    expect(outcome, command.join(' ')).toMatchObject({ code: 1, out: '' })
    expect(outcome.err).toContain(`There is no pool in ${join(folder, 'data')}`)
    expect(outcome.err).toContain('start it once, or run npm run admin -- migrate')
  }
  expect(readdirSync(folder)).toEqual([])
  expect(await admin('migrate')).toMatchObject({ code: 0, out: expect.stringContaining('Created') })
  expect(await admin('list')).toMatchObject({ code: 0, out: 'There are no users yet.\n' })
  expect(await admin('migrate')).toMatchObject({ code: 0, out: expect.stringContaining('up to date') })
  rmSync(folder, { recursive: true })
})

it('a backup of a pool without users is refused, unless it is wanted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'admin-schema-'))
  const admin = (...args: string[]) => runAdminCommand(args, { DATA_DIR: folder })
  await admin('migrate')
  const file = join(folder, 'a.backup')
  expect(await admin('backup', file)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--allow-empty') })
  expect(existsSync(file)).toBe(false)
  // A backup that was killed leaves this file.
  writeFileSync(`${file}.part`, '')
  const leftOver = await admin('backup', file, '--allow-empty')
  expect(leftOver).toMatchObject({ code: 1, err: expect.stringContaining(`${file}.part already exists`) })
  rmSync(`${file}.part`)
  const allowed = await admin('backup', file, '--allow-empty')
  expect(allowed).toMatchObject({ code: 0, out: expect.stringContaining(' 0 users') })
  rmSync(folder, { recursive: true })
})

it.each(databaseKinds())('an empty database on $name is refused by a name without its password', async (kind) => {
  const { config, remove } = await createEmptyDatabase(kind)
  const outcome = await adminOf(config)('list')
  expect(outcome).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no pool in ') })
  if (config.kind === 'postgres') expect(outcome.err).toContain(new URL(config.url).pathname.slice(1))
  await remove()
})

it.each(databaseKinds())('commands leave an older database on $name to the running server', async (kind) => {
  const { config, remove } = await createEmptyDatabase(kind)
  const database = await openMigratedDatabase(config)
  // A server of every version keeps this connection open.
  const log = createLog('silent')
  const bus = await openEventBus(config, log)
  const folder = mkdtempSync(join(tmpdir(), 'admin-schema-'))
  const admin = (...args: string[]) => runAdminCommand(args, { DATABASE_URL: urlOf(config), DATA_DIR: folder })
  const excludingEarlier = { excludesEarlier: true } as const
  await asLaterVersion(
    migrations,
    async () => {
      for (const command of commands) {
        const outcome = await admin(...command)
        expect(outcome, command.join(' ')).toMatchObject({ code: 1, out: '' })
        expect(outcome.err).toMatch(/\d{3}-[a-z-]+.*Player Pool \d+\.\d+\.\d+ \(900-handicaps\).* migrate/s)
      }
      const refused = await admin('migrate')
      expect(refused).toMatchObject({ code: 1, out: '' })
      expect(refused.err).toMatch(/900-handicaps\. Stop .*Nothing was changed/)
      await expect(openMigratedDatabase(config, { log, patienceMs: 0 })).rejects.toThrow('Nothing was changed')
      expect(await listApplied(database)).toEqual(names)

      await bus.close()
      await database.close()
      const upgraded = await admin('migrate')
      expect(upgraded).toMatchObject({ code: 0, out: expect.stringContaining('Wrote and verified a backup') })
      expect(upgraded.out).toContain(`Upgraded from ${names.at(-1)} to 900-handicaps.`)
      expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^before-upgrade-/)])
      expect(await admin('list')).toMatchObject({ code: 0 })
    },
    excludingEarlier,
  )
  // The version before does not touch it from now on.
  for (const command of [...commands, ['migrate']]) {
    const outcome = await admin(...command)
    expect(outcome, command.join(' ')).toMatchObject({ code: 1, out: '' })
    expect(outcome.err).toMatch(
      /900-handicaps\) is newer than this Player Pool .*\(\d{3}-[a-z-]+\).* restore a backup/s,
    )
  }
  rmSync(folder, { recursive: true })
  await remove()
})

it.each(databaseKinds())(
  'processes of two versions run on $name, unless the later one excludes the other',
  async (kind) => {
    const { config, remove } = await createEmptyDatabase(kind)
    const earlier = await openMigratedDatabase(config)
    const bus = await openEventBus(config, createLog('silent'))
    await asLaterVersion(migrations, async () => {
      const later = await openMigratedDatabase(config, { patienceMs: 0 })
      await later.check()
      await later.close()
    })
    await earlier.check()
    await sql`update migrations set excludes_earlier = 1 where name = '900-handicaps'`.execute(earlier.db)
    await expect(earlier.check()).rejects.toThrow('900-handicaps')
    await bus.close()
    await earlier.close()
    await remove()
  },
)

it('a step before the upgrade runs once, sees the data as it was, and prevents the upgrade if it fails', async () => {
  const { config, remove } = await createEmptyDatabase(sqlite)
  await (await openMigratedDatabase(config)).close()
  const steps: string[][] = []
  const fails = async () => {
    throw new Error('no space')
  }
  await asLaterVersion(migrations, async () => {
    await expect(openMigratedDatabase(config, { beforeUpgrade: fails })).rejects.toThrow('no space')
    for (const _ of [1, 2]) {
      const opened = await openMigratedDatabase(config, {
        async beforeUpgrade({ from, to }) {
          steps.push([from, to])
        },
      })
      await opened.close()
    }
  })
  expect(steps).toEqual([[names.at(-1), '900-handicaps']])
  await remove()
})
