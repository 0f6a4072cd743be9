import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLog, openEventBus, openMigratedDatabase } from '#built/harness.mjs'
import type { Database } from '#server/platform/db/database.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { runAdminCommand } from '../support/admin-command.ts'
import { createEmptyDatabase, openOldDatabase } from '../support/old-database.ts'
import { databaseKinds, sqlite } from '../support/test-database.ts'

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
  // Of a backup that was killed.
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

it.each(databaseKinds())('commands leave a database of 0.1.0 on $name to the running server', async (kind) => {
  const { database, config, remove } = await openOldDatabase(kind)
  // What a server of every version keeps open.
  const log = createLog('silent')
  const bus = await openEventBus(config, log)
  const admin = adminOf(config)
  for (const command of commands) {
    const outcome = await admin(...command)
    expect(outcome, command.join(' ')).toMatchObject({ code: 1, out: '' })
    expect(outcome.err).toMatch(/018-push-notifications.*Player Pool \d+\.\d+\.\d+.*\d{3}-[a-z-]+.* migrate/s)
  }
  const refused = await admin('migrate')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/Stop .*Nothing was changed/)
  await expect(openMigratedDatabase(config, { log, patienceMs: 0 })).rejects.toThrow('Nothing was changed')
  expect((await listApplied(database)).at(-1)).toBe('018-push-notifications')

  await bus.close()
  await database.close()
  const upgraded = await admin('migrate')
  expect(upgraded).toMatchObject({ code: 0, out: expect.stringMatching(/from 018-push-notifications to \d{3}-/) })
  expect(await admin('list')).toMatchObject({ code: 0 })
  await remove()
})

it.each(databaseKinds())('a database of a newer version on $name is refused, and says which', async (kind) => {
  const { config, remove } = await createEmptyDatabase(kind)
  const database = await openMigratedDatabase(config)
  await sql`insert into migrations (name) values ('999-last')`.execute(database.db)
  const outcome = await adminOf(config)('list')
  expect(outcome).toMatchObject({ code: 1, out: '' })
  expect(outcome.err).toMatch(/999-last.*Player Pool \d+\.\d+\.\d+.*\d{3}-[a-z-]+/s)
  await database.close()
  await remove()
})

it.each(databaseKinds())('a running server on $name is unready once the database excludes it', async (kind) => {
  const { config, remove } = await createEmptyDatabase(kind)
  const database = await openMigratedDatabase(config)
  await sql`insert into migrations (name) values ('998-added-column')`.execute(database.db)
  await database.check()
  await sql`insert into migrations (name, excludes_earlier) values ('999-dropped-column', 1)`.execute(database.db)
  await expect(database.check()).rejects.toThrow(/999-dropped-column/)
  await database.close()
  await remove()
})

it('a step before the upgrade runs once, sees the data as it was, and prevents the upgrade if it fails', async () => {
  const { database, config, remove } = await openOldDatabase(sqlite)
  await database.close()
  const steps: string[][] = []
  const fails = async () => {
    throw new Error('no space')
  }
  await expect(openMigratedDatabase(config, { beforeUpgrade: fails })).rejects.toThrow('no space')
  for (const _ of [1, 2]) {
    const opened = await openMigratedDatabase(config, {
      async beforeUpgrade({ from, to }) {
        steps.push([from, to])
      },
    })
    await opened.close()
  }
  expect(steps).toEqual([['018-push-notifications', expect.stringMatching(/^\d{3}-/)]])
  await remove()
})
