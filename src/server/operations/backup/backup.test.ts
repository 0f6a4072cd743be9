import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { addMail } from '#server/delivery/mail/mail.ts'
import { inTransaction, openDatabase } from '#server/platform/db/database.ts'
import { migrate, NewerSchemaError } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { saveServerAddress } from '#server/platform/db/server-address-store.ts'
import { openTableSnapshot, type TableSnapshot } from '#server/platform/db/table-snapshot.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { DatabaseConfig } from '#server/platform/settings/config.ts'
import { addEntry } from '#server/pool/entries/entry-store.ts'
import { addTournament, listPlayers } from '#server/pool/tournaments/tournament-store.ts'
import { addSeason } from '#server/results/season/season-store.ts'
import { addScoreCorrection } from '#server/scores/corrections/score-correction-store.ts'
import { addAccount } from '#server/sign-in/accounts/account-store.ts'
import { describePepper, findPepper } from '#server/sign-in/accounts/pepper.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { asFirstRelease, asLaterVersion } from '#test/support/later-version.ts'
import { createEmptyPostgres, databaseKinds } from '#test/support/test-database.ts'
import { type BackupReport, makeBackup } from './backup.ts'
import { BackupFileError } from './backup-file.ts'
import { restoreBackup, TargetNotEmptyError } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-04-08T12:00:00.000Z')
let count = 0
const newPath = (name: string) => {
  count += 1
  return join(folder, `${count}-${name}`)
}

type Place = { database: DatabaseConfig; dataFolder: string; passwordPepper: null; remove(): Promise<void> }

/** An installation before its first start. */
async function createPlace(kind: string): Promise<Place> {
  const dataFolder = newPath('data')
  const place = { dataFolder, passwordPepper: null }
  if (kind === 'PostgreSQL') {
    const { config, remove } = await createEmptyPostgres()
    return { ...place, database: config, remove }
  }
  return { ...place, database: { kind: 'sqlite', file: join(dataFolder, 'pool.db') }, remove: async () => {} }
}

async function withDatabase<T>({ database: config }: Place, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const database = openDatabase(config)
  await migrate(database)
  return work(database.db).finally(() => database.close())
}

/** Something of everything that refers to something else. */
async function fill(place: Place): Promise<void> {
  await withDatabase(place, async (db) => {
    const database = openDatabase(place.database)
    await findPepper(database, place)
    await database.close()
    const [merged, ada, ben] = [await addUser(db, { subjects: ['a', 'b'] }), await addUser(db), await addUser(db)]
    // A row that refers to a later one.
    await db
      .updateTable('users')
      .set({ merged_into: ada, name: 'Žofie “Zoë” O’Hara\u{1F3CC}' })
      .where('id', '=', merged)
      .execute()
    const { espnId, name, start, tiebreakers, players } = buildTournament()
    await inTransaction(db, async (trx) => {
      const id = await addTournament(trx, { espnId, name, start, active: true, tiebreakers, players }, now)
      const playerIds = (await listPlayers(trx, id)).map((player) => player.id)
      await addEntry(trx, { tournamentId: id, userId: ada, tiebreakers: ['a\nb', '66'], playerIds }, now)
      await addEntry(trx, { tournamentId: id, userId: ben, tiebreakers: ['c', '67'], playerIds }, now)
      await trx
        .insertInto('results')
        .values({ tournament_id: id, user_id: ada, entry_number: 1, place: null })
        .execute()
      const points = { preset: 'own' as const, table: [3, 2] }
      await addSeason(trx, { name: 'Tour', year: null, points, bestResults: 2, included: [id], excluded: [] }, now)
    })
    const account = buildAccount({ email: 'ada@example.org' })
    await addAccount(db, account, now)
    const second = { account_id: account.id, secret: 'sealed', last_step: 58_000_000, created_at: now.toISOString() }
    await db.insertInto('second_factors').values(second).execute()
    const correction = { espnId: '1', reason: 'Wrong card', userId: 1 }
    const corrected = { status: 'DQ' as const, rounds: [], toParDifference: null }
    await addScoreCorrection(db, { ...correction, tournamentId: 1, scores: corrected }, now)
    const message = { subject: 'Hello', text: 'A link', html: '' }
    for (const requestKey of ['one', 'two']) await addMail(db, { requestKey, recipient: account.email, message }, now)
    await db
      .updateTable('outbox')
      .set({ next_attempt_at: null, sent_at: now.toISOString() })
      .where('request_key', '=', 'one')
      .execute()
    const secrets = Array.from({ length: 1200 }, (_, number) => ({
      name: `secret ${number}`,
      value: 'x'.repeat(100),
      created_at: '',
    }))
    await db.insertInto('secrets').values(secrets).execute()
    // The last id has been used: it must not be used again.
    await db.deleteFrom('selections').where('entry_id', '=', 2).execute()
    await db.deleteFrom('entries').where('id', '=', 2).execute()
  })
}

/** An installation that no test changes, and a backup of it. */
const sources = new Map<string, Promise<{ place: Place; path: string; report: BackupReport }>>()
afterAll(async () => {
  for (const source of sources.values()) await (await source).place.remove()
})

function openSource(kind: string) {
  const source = sources.get(kind) ?? createSource(kind)
  sources.set(kind, source)
  return source
}

async function createSource(kind: string) {
  const place = await createPlace(kind)
  await fill(place)
  const path = newPath('backup')
  return { place, path, report: await makeBackup(place, path, now) }
}

/** All rows of all tables, without what the restore itself adds. */
async function read(place: Place) {
  const snapshot: TableSnapshot = await openTableSnapshot(place.database)
  const tables: Record<string, unknown[]> = {}
  for (const { name, columns } of snapshot.tables) {
    const rows: unknown[] = []
    for await (const batch of snapshot.rows(name))
      rows.push(
        ...batch.map((row) => JSON.stringify(Object.fromEntries(row.map((value, index) => [columns[index], value])))),
      )
    tables[name] = rows.filter((row) => !String(row).includes('backup restored')).sort()
  }
  const { migrations, lastIds } = snapshot
  await snapshot.close()
  return { migrations, tables, lastIds: { ...lastIds, audit_log: 0 } }
}

const restore = (place: Place, path: string, { sendQueued } = { sendQueued: true }) =>
  restoreBackup(place, path, { sendQueued, now })

const kinds = databaseKinds().map(({ name }) => name)
const pairs = kinds.flatMap((from) => kinds.map((to) => ({ from, to })))

describe.each(pairs)('a backup of $from, restored on $to', ({ from, to }) => {
  it('has the same rows, ids and pepper, in files that only their owner can read', async () => {
    const { place: source, path, report } = await openSource(from)
    const target = await createPlace(to)
    expect(report).toMatchObject({ entries: 1, hasPepper: from === 'SQLite' })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(existsSync(`${path}.part`)).toBe(false)

    const restored = await restore(target, path)
    expect(restored).toMatchObject({ rows: report.rows, cancelledEmails: 0, madeAt: now.toISOString() })
    const [before, after] = [await read(source), await read(target)]
    expect(Object.keys(before.tables).length).toBeGreaterThan(15)
    expect(before.tables['users']).toHaveLength(3)
    expect(after).toEqual(before)
    expect(await withDatabase(target, async (db) => addNextEntry(db))).toBe(3)

    const pepper = join(target.dataFolder, 'pepper')
    expect(existsSync(pepper)).toBe(from === 'SQLite')
    if (from === 'SQLite') {
      expect(statSync(pepper).mode & 0o777).toBe(0o600)
      expect(describePepper('sqlite', target)).toEqual(describePepper('sqlite', source))
      expect(restored.advice.join()).toMatch(to === 'SQLite' ? /^$/ : /Set PASSWORD_PEPPER to the text in .*pepper/)
    }
    await expect(restore(target, path)).rejects.toThrow(TargetNotEmptyError)
    await target.remove()
  })
})

async function addNextEntry(db: Kysely<Tables>): Promise<number> {
  const row = { tournament_id: 1, user_id: 3, tiebreaker_1: 'a', tiebreaker_2: 'b', created_at: '', changed_at: '' }
  return (await db.insertInto('entries').values(row).returning('id').executeTakeFirstOrThrow()).id
}

describe.each(kinds)('on %s', (kind) => {
  it('a backup is that of one instant, while the server writes', async () => {
    const [source, target] = [await createPlace(kind), await createPlace(kind)]
    await fill(source)
    const writer = openDatabase(source.database)
    let isRunning = true
    async function write(): Promise<void> {
      for (let number = 0; isRunning; number += 1) {
        await inTransaction(writer.db, async (trx) => {
          // The first table is read at the beginning and the second one at the end.
          await sql`insert into rate_limits (key, points, resets_at) values (${`pair ${number}`}, 1, '')`.execute(trx)
          await sql`insert into storage_probes (id, content) values (${number}, 'pair')`.execute(trx)
        })
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const writing = write()
    const path = newPath('backup')
    await makeBackup(source, path, now)
    isRunning = false
    await writing
    await writer.close()
    await restore(target, path)
    const { tables } = await read(target)
    expect(tables['rate_limits']).toHaveLength(tables['storage_probes']?.length ?? -1)
    await Promise.all([source.remove(), target.remove()])
  })

  it('a file that is damaged anywhere restores nothing', async () => {
    const { place: source, path } = await openSource(kind)
    const target = await createPlace(kind)
    const bytes = readFileSync(path)
    const lines = gunzipSync(bytes).toString().split('\n')
    const zip = (some: readonly string[]) => gzipSync(some.join('\n'))
    const outbox = lines.findIndex((line) => line.startsWith('{"table":"outbox"'))
    const damaged: [string, Uint8Array, unknown][] = [
      ['cut off', bytes.subarray(0, bytes.length * 0.9), BackupFileError],
      ['without its end', zip(lines.slice(0, -2)), BackupFileError],
      ['with a line missing', zip(lines.filter((_, index) => index !== outbox)), BackupFileError],
      [
        'with a line twice',
        zip(lines.flatMap((line, index) => (index === outbox ? [line, line] : [line]))),
        BackupFileError,
      ],
      ['of other columns', zip(lines.map((line) => line.replace('"email_verified"', '"verified"'))), BackupFileError],
      ['not a backup', Buffer.from('hello'), BackupFileError],
      [
        'of a newer version',
        zip([(lines[0] ?? '').replace('"001-first-release"', '"001-first-release","999-last"'), ...lines.slice(1)]),
        NewerSchemaError,
      ],
    ]
    // A damaged file is refused by the same code; on PostgreSQL, those that are found out at the latest are enough.
    const late = ['without its end', 'with a line twice', 'of a newer version']
    for (const [what, content, error] of damaged.filter(([what]) => kind === 'SQLite' || late.includes(what))) {
      const file = newPath('damaged')
      writeFileSync(file, content)
      await expect(restore(target, file), what).rejects.toThrow(error as typeof Error)
      expect(existsSync(join(target.dataFolder, 'pepper')), what).toBe(false)
      if (target.database.kind === 'sqlite') expect(existsSync(target.database.file), what).toBe(false)
    }
    await restore(target, path)
    expect((await read(target)).tables).toEqual((await read(source)).tables)
    await target.remove()
  })

  it('queued emails are given up, unless they are to be sent', async () => {
    const { path } = await openSource(kind)
    const target = await createPlace(kind)
    expect(await restore(target, path, { sendQueued: false })).toMatchObject({ cancelledEmails: 1 })
    const emails = await withDatabase(target, (db) =>
      db
        .selectFrom('outbox')
        .select(['request_key', 'next_attempt_at', 'message', 'last_error'])
        .orderBy('id')
        .execute(),
    )
    expect(emails).toMatchObject([
      { request_key: 'one', next_attempt_at: null, last_error: null },
      { request_key: 'two', next_attempt_at: null, last_error: 'restored from a backup', message: '' },
    ])
    await target.remove()
  })

  it('a backup leaves out the address of the server: a restored pool may have another', async () => {
    const { place } = await createSource(kind)
    await withDatabase(place, (db) => saveServerAddress(db, 'https://pool.example.org', now))
    const path = newPath('backup')
    const { rows } = await makeBackup(place, path, now)
    const target = await createPlace(kind)
    expect(await restore(target, path)).toMatchObject({ rows })
    expect((await read(target)).tables['server_addresses']).toEqual([])
    await Promise.all([place.remove(), target.remove()])
  })

  it('a backup of an earlier version is upgraded', async () => {
    const { place, path } = await createSource(kind)
    const target = await createPlace(kind)
    await asLaterVersion(migrations, () => restore(target, path))
    const restored = await read(target)
    expect(restored.migrations).toEqual([...migrations.map(({ name }) => name), '900-handicaps'])
    expect(restored.tables['users']).toHaveLength((await read(place)).tables['users']?.length ?? 0)
    expect(restored.tables['users']?.[0]).toContain('"handicap":null')
    await Promise.all([place.remove(), target.remove()])
  })

  it('a backup of a development version is restored if its tables are those of the first release', () =>
    asFirstRelease(migrations, async () => {
      const { place, path } = await createSource(kind)
      const target = await createPlace(kind)
      const [header = '', ...rows] = gunzipSync(readFileSync(path)).toString().split('\n')
      const write = (applied: string) => {
        const file = newPath('development')
        writeFileSync(file, gzipSync([header.replace('"001-first-release"', applied), ...rows].join('\n')))
        return file
      }
      await expect(restore(target, write('"047-true-answers","050-to-par-differences"'))).rejects.toThrow(
        'The backup (050-to-par-differences) is of a development version. Nothing was changed. Restore it with the version that made it',
      )
      await restore(target, write('"047-true-answers","057-earlier-changes-after-lock"'))
      const [{ migrations: applied, tables }, source] = [await read(target), await read(place)]
      expect(applied).toEqual(['001-first-release'])
      expect(tables['users']).toEqual(source.tables['users'])
      await Promise.all([place.remove(), target.remove()])
    }))
})

it('another pool’s pepper file is not overwritten', async () => {
  const { path } = await openSource('SQLite')
  const target = await createPlace('SQLite')
  const other = await createPlace('SQLite')
  await fill(other)
  rmSync(other.database.kind === 'sqlite' ? other.database.file : '')
  rmSync(join(other.dataFolder, 'pool.db-wal'), { force: true })
  const pepper = readFileSync(join(other.dataFolder, 'pepper'), 'utf8')
  await expect(restore(other, path)).rejects.toThrow('belongs to another pool')
  expect(readFileSync(join(other.dataFolder, 'pepper'), 'utf8')).toBe(pepper)
  // With a pepper from a setting, the operator has to set the same one.
  const elsewhere = { ...target, passwordPepper: 'another pepper of 32 characters or more' }
  const { advice } = await restoreBackup(elsewhere, path, { sendQueued: true, now })
  expect(advice.join()).toContain('Set PASSWORD_PEPPER to the value it had')
})
