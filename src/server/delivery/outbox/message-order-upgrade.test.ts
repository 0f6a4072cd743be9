import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'

test.each(databaseKinds())(
  'notifications that wait have their tag after the upgrade, and what failed before is tried when it was, on $name',
  async (kind) => {
    const { database, remove } = await openOldDatabase(kind)
    const { db } = database
    const at = '2026-04-09T10:00:00.000Z'
    for (const [channel, recipient, message, attempts] of [
      ['push', '1', '{"title":"New start","tag":"start-1"}', 1],
      ['push', '2', '{"title":"New start","tag":"start-1"}', 0],
      ['webhook', 'webhook:1', '{"title":"The cut"}', 2],
    ] as const)
      await sql`insert into outbox (channel, request_key, recipient, message, attempts, next_attempt_at, created_at)
        values (${channel}, 'key', ${recipient}, ${message}, ${attempts}, ${at}, ${at})`.execute(db)
    await sql`insert into outbox (channel, request_key, recipient, message, attempts, created_at, sent_at)
      values ('push', 'key', '3', '', 1, ${at}, ${at})`.execute(db)
    await migrate(database)
    const rows = await db.selectFrom('outbox').select(['tag', 'retry_at']).orderBy('id').execute()
    expect(rows).toEqual([
      { tag: 'start-1', retry_at: at },
      { tag: 'start-1', retry_at: null },
      { tag: null, retry_at: at },
      { tag: null, retry_at: null },
    ])
    await remove()
  },
)
