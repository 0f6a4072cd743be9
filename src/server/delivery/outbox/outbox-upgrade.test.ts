import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'

test.each(databaseKinds())(
  'what version 0.1.0 had handed over counts as sent after the upgrade on $name',
  async (kind) => {
    const { database, remove } = await openOldDatabase(kind)
    const { db } = database
    const at = '2026-04-09T10:00:00.000Z'
    // As version 0.1.0 wrote them: waiting, being connected, handed over.
    for (const [channel, recipient, claimedBy, startedAt, isErased] of [
      ['mail', 'waiting@example.org', null, null, 0],
      ['mail', 'claimed@example.org', 'a', null, 0],
      ['mail', 'handed-over@example.org', 'a', at, 0],
      ['mail', 'deleted@example.org', 'a', at, 1],
      ['webhook', 'webhook:1', 'a', at, 0],
      ['push', '1', 'a', at, 0],
    ] as const)
      await sql`insert into outbox (channel, request_key, recipient, message, next_attempt_at, created_at, claimed_by, handed_over_at, is_forgotten)
        values (${channel}, 'key', ${recipient}, '{}', ${at}, ${at}, ${claimedBy}, ${startedAt}, ${isErased})`.execute(
        db,
      )
    await migrate(database)
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
    expect(rows.map(({ recipient, next_attempt_at, sent_at }) => [recipient, next_attempt_at, sent_at])).toEqual([
      ['waiting@example.org', at, null],
      ['claimed@example.org', at, null],
      ['handed-over@example.org', null, at],
      ['webhook:1', null, at],
      // The browser replaces the first one.
      ['1', at, null],
    ])
    await remove()
  },
)
