import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { makeBackup } from '#server/operations/backup/backup.ts'
import { restoreBackup } from '#server/operations/backup/restore.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createUserDeletion } from '#server/user-administration/personal-data/user-deletion.ts'
import { embeddedIssuer, insertUserWithIdentity } from '#server/users/identity-store.ts'
import { addUser } from '#test/support/add-user.ts'
import { createEmptyDatabase, openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'

const now = new Date('2026-04-10T12:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'audit-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(databaseKinds())('an audit log with names and addresses on $name', (kind) => {
  /** The rows of every kind that named people, as that version wrote them. */
  async function fill({ db }: Database) {
    const account = { id: randomUUID(), name: 'Ada Lovelace', email: 'ada@example.org' }
    const created_at = now.toISOString()
    await db
      .insertInto('accounts')
      .values({ ...account, email_verified: 1, password_hash: '', created_at })
      .execute()
    const profile = { name: 'Ada Lovelace', email: 'ada@work.example', emailVerified: true, asOf: now }
    const { user } = await insertUserWithIdentity(db, { issuer: embeddedIssuer, subject: account.id }, profile, now)
    const ada = user.id
    const ben = await addUser(db, { name: 'Ben Hogan', email: 'ben@example.org' })
    const old = await addUser(db, { name: 'Ada at home', email: 'ada@home.example' })
    await db.updateTable('users').set({ merged_into: ada }).where('id', '=', old).execute()
    for (const name of ['One', 'Other']) await addUser(db, { name, email: 'both@example.org' })
    const toPerson = (id: number, name: string, userName: string) => ({ id, name, userName })
    const merge = {
      target: toPerson(ada, 'Ada Lovelace', 'ada@example.org'),
      sources: [toPerson(old, 'Ada at home', 'ada@home.example')],
      before: { target: { entries: 1 }, sources: { entries: 2 } },
    }
    const rows: [number | null, string, object][] = [
      [null, 'account created', { userId: ada, email: 'ada@example.org' }],
      [ada, 'first admin created', { userId: ada, email: 'ada@example.org' }],
      [null, 'role granted', { userId: ada, email: 'ada@work.example', role: 'admin' }],
      [null, 'second factor reset', { email: 'ada@example.org' }],
      [null, 'second factor reset', { email: 'nobody@example.org' }],
      [null, 'second factor reset', { email: 'both@example.org' }],
      [ben, 'users merged', merge],
      [ben, 'tournament changed', { tournamentId: 1, after: { name: 'Ben’s “email”: Open' } }],
    ]
    for (const [user_id, action, details] of rows)
      await db
        .insertInto('audit_log')
        .values({ at: now.toISOString(), user_id, action, details: JSON.stringify(details) })
        .execute()
    return { ada, ben, old }
  }

  /** What the log says after the upgrade, and that nothing says it after the person has been deleted. */
  async function expectWithoutNames(database: Database, { ada, ben, old }: { ada: number; ben: number; old: number }) {
    const { db } = database
    const rows = await db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(rows.slice(0, 8).map(({ user_id, action, details }) => [user_id, action, JSON.parse(details)])).toEqual([
      [null, 'account created', { userId: ada }],
      [ada, 'first admin created', { userId: ada }],
      [null, 'role granted', { userId: ada, role: 'admin' }],
      [null, 'second factor reset', { userId: ada }],
      [null, 'second factor reset', {}],
      [null, 'second factor reset', {}],
      [
        ben,
        'users merged',
        { targetId: ada, sourceIds: [old], before: { target: { entries: 1 }, sources: { entries: 2 } } },
      ],
      [ben, 'tournament changed', { tournamentId: 1, after: { name: 'Ben’s “email”: Open' } }],
    ])
    const config = { dataFolder: folder, publicUrl: 'https://pool.example.org', timeZone: 'UTC' }
    const deletion = createUserDeletion({
      db,
      clock: { authoritativeNow: async () => now },
      config: { ...config, mail: { kind: 'files', from: 'pool@example.org' } },
    })
    expect(await deletion.deleteUser(ada, 'operator')).toEqual({ kind: 'deleted' })
    const tables = await db.introspection.getTables()
    const dump = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
    const text = JSON.stringify(dump.map((table) => table.rows))
    for (const word of ['Lovelace', 'Ada at', 'ada@', 'nobody@']) expect(text).not.toContain(word)
    expect(text).toContain('Ben Hogan')
  }

  it('names people by id after an upgrade, and a deletion leaves no trace', async () => {
    const { database, remove } = await openOldDatabase(kind)
    const ids = await fill(database)
    await migrate(database)
    await expectWithoutNames(database, ids)
    await remove()
  })

  it('names people by id when it comes back from a backup, and a deletion leaves no trace', async () => {
    const [old, empty] = [await openOldDatabase(kind), await createEmptyDatabase(kind)]
    const ids = await fill(old.database)
    const path = join(mkdtempSync(join(folder, 'backup-')), 'pool.backup')
    const settings = { dataFolder: folder, passwordPepper: null }
    await makeBackup({ ...settings, database: old.config }, path, now)
    await restoreBackup({ ...settings, database: empty.config }, path, { sendQueued: false, now })
    const database = openDatabase(empty.config)
    await expectWithoutNames(database, ids)
    await database.close()
    for (const { remove } of [old, empty]) await remove()
  })
})
