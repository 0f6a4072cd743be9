import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { applyMissing, migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { addUser } from '#test/support/add-user.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { listLockedChanges } from './locked-change-store.ts'
import { findTournament } from './tournament-store.ts'

const names = ['055-entry-changes-in-chats', '057-earlier-changes-after-lock']
const start = '2026-04-09T12:00:00.000Z'
const before = '2026-04-09T11:00:00.000Z'
const after = '2026-04-09T13:00:00.000Z'

it.each(databaseKinds())('after an upgrade, chats that get any posts get changes of entries on $name', async (kind) => {
  const { database, remove } = await openOldDatabase(kind)
  const { db } = database
  const earlier = Object.keys(migrations).filter((migration) => !names.includes(migration))
  await inTransaction(db, (trx) => applyMissing(trx, database.kind, earlier))
  const webhook = { service: 'slack', host: '', ending: '', sealed_url: '', created_at: before } as const
  for (const kinds of ['["locked","results"]', '[]'])
    await db
      .insertInto('webhooks')
      .values({ ...webhook, digest: kinds, kinds })
      .execute()
  await migrate(database)
  const chats = await db.selectFrom('webhooks').select('kinds').orderBy('id').execute()
  expect(chats.map(({ kinds }) => JSON.parse(kinds))).toEqual([['locked', 'results', 'entry-change'], []])
  await remove()
})

it.each(databaseKinds())('an upgrade shows what was done to entries after the lock before, on $name', async (kind) => {
  const { database, remove } = await openOldDatabase(kind)
  const { db } = database
  const earlier = Object.keys(migrations).filter((migration) => !names.includes(migration))
  await inTransaction(db, (trx) => applyMissing(trx, database.kind, earlier))
  const [ann, bo] = [await addUser(db, { name: 'Ann' }), await addUser(db, { name: 'Bo', email: 'bo@example.org' })]
  const texts = { espn_id: '401', name: 'Open', tiebreaker_1: '', tiebreaker_2: '', created_at: '', start }
  const row = { ...texts, active: 1, started_at: start } as const
  const { id } = await db.insertInto('tournaments').values(row).returning('id').executeTakeFirstOrThrow()
  const enter = async (userId: number, withdrawal: object) => {
    const saved = { tiebreaker_1: '-12', tiebreaker_2: '63', created_at: before, changed_at: before }
    const added = db.insertInto('entries').values({ tournament_id: id, user_id: userId, ...saved, ...withdrawal })
    return (await added.returning('id').executeTakeFirstOrThrow()).id
  }
  const removed = await enter(ann, {})
  const later = '2026-04-09T14:00:00.000Z'
  const merged = await enter(bo, { withdrawn_at: later, withdrawal_reason: 'a second entry of the same player' })
  for (const [at, act, reason] of [
    [before, 'removed', 'Unseen'],
    [before, 'restored', null],
    [after, 'removed', 'Not paid'],
    ['2026-04-09T15:00:00.000Z', 'restored', null],
  ] as const) {
    const details = JSON.stringify({ tournamentId: id, entryId: removed, userId: ann, reason })
    const action = `entry withdrawal: ${act}`
    await db.insertInto('audit_log').values({ at, user_id: bo, action, details }).execute()
  }
  await migrate(database)
  expect(await listLockedChanges(db, id)).toMatchObject([
    { kind: 'entry-removed', at: after, by: 'Bo', reason: 'Not paid', entry: { id: removed, name: 'Ann' } },
    { kind: 'entry-merged', at: later, by: null, entry: { id: merged, name: 'Bo' } },
    { kind: 'entry-restored', by: 'Bo', reason: null, entry: { id: removed } },
  ])
  expect(await findTournament(db, id)).toMatchObject({ version: 2 })
  await remove()
})
