import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { createEmptyDatabase, databaseKinds } from '#test/support/test-database.ts'

const now = '2026-06-01T12:00:00.000Z'

/** A link with a guest and an email, in the tables of the version before. */
async function addInvitation(db: Db): Promise<void> {
  await sql`insert into users (name, email, email_verified, created_at) values ('Olive', 'olive@example.org', 1, ${now})`.execute(
    db,
  )
  await sql`insert into tournaments (espn_id, name, start, active, tiebreaker_1, tiebreaker_2, created_at)
    values ('4019', 'Spring Open', ${now}, 1, '', '', ${now})`.execute(db)
  await sql`insert into invitations (tournament_id, request_key, salt, digest, created_by, created_at, uses, is_on_wall)
    values (1, 'first-key', 'salt', 'digest', 1, ${now}, 1, 1)`.execute(db)
  await sql`insert into invitation_guests (invitation_id, browser, opened_at) values (1, 'browser', ${now})`.execute(db)
  await sql`insert into invitation_mails (tournament_id, invitation_id, digest, sent_at) values (1, 1, 'address', ${now})`.execute(
    db,
  )
}

async function read(db: Db) {
  const tables = ['invitations', 'invitation_guests', 'invitation_mails']
  return Promise.all(
    tables.map(async (table) => (await sql<object>`select * from ${sql.table(table)}`.execute(db)).rows),
  )
}

it.each(databaseKinds())('links keep what is known of them over $name, and can have no tournament', async (kind) => {
  const { config, remove } = await createEmptyDatabase(kind)
  const database = openDatabase(config)
  const { db } = database
  const later = migrations.splice(migrations.findIndex(({ name }) => name === '005-announced-invitations'))
  try {
    await migrate(database)
    await addInvitation(db)
  } finally {
    migrations.push(...later)
  }
  const [[invitation] = [], guests, mails] = await read(db)
  await migrate(database)
  expect(await read(db)).toEqual([[{ ...invitation, event_id: null }], guests, mails])

  const values = { request_key: 'second-key', salt: 'other', digest: 'other', created_by: 1, created_at: now } as const
  const links = { expires_at: null, max_uses: null, is_on_wall: 0, is_for_watchers: 0, revoked_at: null } as const
  const announced = { ...values, ...links, tournament_id: null, event_id: '4019' }
  const added = await db.insertInto('invitations').values(announced).returning('id').executeTakeFirst()
  expect(added).toEqual({ id: 2 })
  // The other constraints are as they were.
  await expect(
    db
      .insertInto('invitations')
      .values({ ...announced, digest: 'third' })
      .execute(),
  ).rejects.toThrow()
  const unknown = { ...announced, request_key: 'third-key', digest: 'third', tournament_id: 999 }
  await expect(db.insertInto('invitations').values(unknown).execute()).rejects.toThrow()
  await expect(db.deleteFrom('invitations').where('id', '=', 1).execute()).rejects.toThrow()
  await database.close()
  await remove()
})
