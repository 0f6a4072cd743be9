import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyFee, readFee } from '#domain/payments/fee.ts'
import { type Database, type Db, openDatabase } from '#server/platform/db/database.ts'
import { listApplied, migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import { describeSchema } from '#test/support/schema-description.ts'
import { createEmptyDatabase, databaseKinds } from '#test/support/test-database.ts'

const start = '2026-04-09T12:00:00.000Z'
const before = '2026-04-09T11:00:00.000Z'
const after = '2026-04-09T13:00:00.000Z'
const later = '2026-04-09T14:00:00.000Z'
const texts = { espn_id: '401', name: 'Open', tiebreaker_1: '', tiebreaker_2: '', created_at: '', start }

const upTo047 = ['018-push-notifications', '020-audit-log-without-names', '047-true-answers']
const since047 = [
  '048-changes-after-lock',
  '049-seal-format',
  '050-to-par-differences',
  '051-message-order',
  '052-whole-payout-lines',
  '053-provisional-fields',
  '054-replaced-group-links',
  '055-entry-changes-in-chats',
  '056-cancelled-before-the-start',
  '057-earlier-changes-after-lock',
]

/** Takes back what the migrations 048 to 057 have added to the tables. */
const undo = [
  'drop table changes_after_lock',
  'drop table event_fields',
  'alter table seals drop column head',
  'alter table seals drop column format',
  'alter table score_corrections drop column seen_holes',
  'alter table score_corrections drop column seen_to_par',
  'alter table outbox drop column retry_at',
  'alter table outbox drop column tag',
  'alter table tournaments drop column field_state',
  'alter table friend_groups drop column link_replaced_at',
  'alter table friend_groups drop column link_replaced_by',
]

async function setApplied(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from migrations`.execute(db)
  for (const name of names)
    await sql`insert into migrations (name, excludes_earlier) values (${name}, ${name.startsWith('020') ? 1 : 0})`.execute(
      db,
    )
}

/** All rows of all tables, without the migrations. */
async function readRows({ db }: Database): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {}
  for (const { name } of await db.introspection.getTables())
    if (name !== 'migrations') rows[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows
  return rows
}

async function addTournament(db: Db, row: object): Promise<number> {
  const added = db.insertInto('tournaments').values({ ...texts, active: 0, ...row })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}

describe.each(databaseKinds())('a database of a development version on $name', (kind) => {
  let database: Database
  let db: Db
  let remove: () => Promise<void>
  let followers: typeof migrations

  beforeEach(async () => {
    // What came after the first release is no part of the bridge to it.
    followers = migrations.splice(1)
    const { config, remove: removeDatabase } = await createEmptyDatabase(kind)
    database = openDatabase(config)
    db = database.db
    await migrate(database)
    remove = removeDatabase
  })

  afterEach(async () => {
    migrations.push(...followers)
    await database.close()
    await remove()
  })

  async function goBackTo047(): Promise<void> {
    for (const statement of undo) await sql.raw(statement).execute(db)
    await setApplied(db, upTo047)
  }

  it('is adopted as it is if it has the last one’s tables', async () => {
    const schema = await describeSchema(database)
    const userId = await addUser(db, { name: 'Ann' })
    const tournament_id = await addTournament(db, { active: 1, started_at: start })
    await db.insertInto('seals').values({ tournament_id, root: 'ab', size: 1, sealed_at: start, format: 1 }).execute()
    const entry = { tournament_id, user_id: userId, tiebreaker_1: '1', tiebreaker_2: '2' }
    await db
      .insertInto('entries')
      .values({ ...entry, created_at: before, changed_at: before })
      .execute()
    await setApplied(db, [...upTo047, ...since047])
    const rows = await readRows(database)
    await migrate(database)
    expect(await listApplied(db, database.kind)).toEqual(['001-first-release'])
    expect(await readRows(database)).toEqual(rows)
    expect(await describeSchema(database)).toBe(schema)
  })

  it('gets the tables of the first release if it has the migration 047 or a later one', async () => {
    const schema = await describeSchema(database)
    await goBackTo047()
    expect(await describeSchema(database)).not.toBe(schema)
    // As a version between the two has it.
    await sql`alter table seals add column format integer not null default 1 check (format in (1, 2))`.execute(db)
    await sql`alter table seals add column head text`.execute(db)
    await sql`insert into migrations (name) values ('049-seal-format')`.execute(db)
    await migrate(database)
    expect(await describeSchema(database)).toBe(schema)
    expect(await listApplied(db, database.kind)).toEqual(['001-first-release'])
    await migrate(database)
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  it('is refused before anything is written if it is older, with the commit that helps', async () => {
    await goBackTo047()
    await setApplied(db, ['001-first-tables', '018-push-notifications', '046-delayed-devices'])
    const [schema, applied] = [await describeSchema(database), await listApplied(db, database.kind)]
    let backups = 0
    const upgrading = migrate(database, async () => {
      backups += 1
    })
    await expect(upgrading).rejects.toThrow(
      'The database (046-delayed-devices) is of a development version that is too old for this one. Nothing was changed. ' +
        'Check out the commit b27167f2 and start it once on this database, which brings it to 047-true-answers',
    )
    expect(backups).toBe(0)
    expect(await listApplied(db, database.kind)).toEqual(applied)
    expect(await describeSchema(database)).toBe(schema)
  })

  it('is refused if it is of a version that came after the last one', async () => {
    await setApplied(db, [...upTo047, ...since047, '058-other'])
    await expect(migrate(database)).rejects.toThrow('contains the migration 058-other')
  })

  it('keeps its seals, which are of format 1', async () => {
    await goBackTo047()
    const id = await addTournament(db, { active: 1 })
    await sql`insert into seals (tournament_id, root, size, sealed_at) values (${id}, 'ab', 1, ${start})`.execute(db)
    await db.insertInto('sealed_entries').values({ tournament_id: id, entry_id: 7, leaf: 'cd' }).execute()
    await migrate(database)
    expect(await db.selectFrom('seals').selectAll().execute()).toEqual([
      { tournament_id: id, root: 'ab', size: 1, sealed_at: start, format: 1, head: null },
    ])
    expect(await db.selectFrom('sealed_entries').select(['entry_id', 'leaf']).execute()).toEqual([
      { entry_id: 7, leaf: 'cd' },
    ])
    expect(await db.selectFrom('tournaments').select('field_state').execute()).toEqual([{ field_state: null }])
  })

  it('gives waiting notifications their tag, and tries again what failed when it would have', async () => {
    await goBackTo047()
    for (const [channel, recipient, message, attempts] of [
      ['push', '1', '{"title":"New start","tag":"start-1"}', 1],
      ['push', '2', '{"title":"New start","tag":"start-1"}', 0],
      ['webhook', 'webhook:1', '{"title":"The cut"}', 2],
    ] as const)
      await sql`insert into outbox (channel, request_key, recipient, message, attempts, next_attempt_at, created_at)
        values (${channel}, 'key', ${recipient}, ${message}, ${attempts}, ${after}, ${after})`.execute(db)
    await sql`insert into outbox (channel, request_key, recipient, message, attempts, created_at, sent_at)
      values ('push', 'key', '3', '', 1, ${after}, ${after})`.execute(db)
    await migrate(database)
    expect(await db.selectFrom('outbox').select(['tag', 'retry_at']).orderBy('id').execute()).toEqual([
      { tag: 'start-1', retry_at: after },
      { tag: 'start-1', retry_at: null },
      { tag: null, retry_at: after },
      { tag: null, retry_at: null },
    ])
  })

  it('has payouts that still mean what the pool has shown', async () => {
    await goBackTo047()
    for (const [price, payouts] of [
      ['20 USD', '1st: 60 percent\n2nd: 1 000\n3rd: 20 EUR\n4th: 6% 5th: 4%\nLast €5'],
      ['$20 EUR', ''],
      ['20 USD', '1st place: 60 %'],
    ])
      await addTournament(db, { fee: JSON.stringify({ ...emptyFee, price, payouts }) })
    await migrate(database)
    const rows = await db.selectFrom('tournaments').select(['fee', 'version']).orderBy('id').execute()
    const stored = rows.map(({ fee }) => JSON.parse(fee ?? ''))
    expect(stored.map(({ price, payouts }) => [price, payouts])).toEqual([
      ['20 USD', '1st: 60\n2nd: 1\n3rd: 20\n4th: 6%\nLast 5'],
      ['$20', ''],
      ['20 USD', '1st place: 60 %'],
    ])
    expect(stored.map((fee) => readFee(fee).errors)).toEqual([{}, {}, {}])
    expect(rows.map(({ version }) => version)).toEqual([2, 2, 1])
  })

  it('hides what was cancelled before its start', async () => {
    await goBackTo047()
    async function add(cancelled_reason: string | null, endings: readonly string[]): Promise<number> {
      const id = await addTournament(db, { cancelled_reason, started_at: start })
      await db.insertInto('sealed_entries').values({ tournament_id: id, entry_id: 1, leaf: '' }).execute()
      await sql`insert into seals (tournament_id, root, size, sealed_at) values (${id}, '', 1, ${start})`.execute(db)
      const details = JSON.stringify({ tournamentId: id })
      for (const at of endings)
        await db.insertInto('audit_log').values({ at, user_id: null, action: 'tournament ended', details }).execute()
      return id
    }
    const hidden = await add('Flooded', [before])
    const kept = [
      await add('Flooded', [after]),
      // Reopened, played and then cancelled.
      await add('Flooded', [before, after]),
      await add('Flooded', []),
      await add(null, [before]),
    ]
    await migrate(database)
    const rows = await db.selectFrom('tournaments').select(['id', 'started_at', 'version']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: hidden, started_at: null, version: 2 },
      ...kept.map((id) => ({ id, started_at: start, version: 1 })),
    ])
    for (const table of ['seals', 'sealed_entries'] as const) {
      const sealed = await db.selectFrom(table).select('tournament_id').orderBy('tournament_id').execute()
      expect(sealed.map(({ tournament_id }) => tournament_id)).toEqual(kept)
    }
  })

  it('sends changes of entries to chats that get any posts', async () => {
    await goBackTo047()
    const webhook = { service: 'slack', host: '', ending: '', sealed_url: '', created_at: before } as const
    for (const kinds of ['["locked","results"]', '[]'])
      await db
        .insertInto('webhooks')
        .values({ ...webhook, digest: kinds, kinds })
        .execute()
    await migrate(database)
    const chats = await db.selectFrom('webhooks').select('kinds').orderBy('id').execute()
    expect(chats.map(({ kinds }) => JSON.parse(kinds))).toEqual([['locked', 'results', 'entry-change'], []])
  })

  it('shows what was done to entries after the lock', async () => {
    await goBackTo047()
    const [ann, bo] = [await addUser(db, { name: 'Ann' }), await addUser(db, { name: 'Bo', email: 'bo@example.org' })]
    const tournament_id = await addTournament(db, { active: 1, started_at: start })
    const enter = async (user_id: number, withdrawal: object) => {
      const saved = { tiebreaker_1: '-12', tiebreaker_2: '63', created_at: before, changed_at: before }
      const added = db.insertInto('entries').values({ tournament_id, user_id, ...saved, ...withdrawal })
      return (await added.returning('id').executeTakeFirstOrThrow()).id
    }
    const removed = await enter(ann, {})
    const merged = await enter(bo, { withdrawn_at: later, withdrawal_reason: 'a second entry of the same player' })
    const restoredAt = '2026-04-09T15:00:00.000Z'
    for (const [at, act, reason] of [
      [before, 'removed', 'Unseen'],
      [before, 'restored', null],
      [after, 'removed', 'Not paid'],
      [restoredAt, 'restored', null],
    ] as const) {
      const details = JSON.stringify({ tournamentId: tournament_id, entryId: removed, userId: ann, reason })
      const action = `entry withdrawal: ${act}`
      await db.insertInto('audit_log').values({ at, user_id: bo, action, details }).execute()
    }
    await migrate(database)
    const changes = db.selectFrom('changes_after_lock').select(['kind', 'entry_id', 'made_by', 'made_at', 'reason'])
    expect(await changes.orderBy('id').execute()).toEqual([
      { kind: 'entry-removed', entry_id: removed, made_by: bo, made_at: after, reason: 'Not paid' },
      {
        kind: 'entry-merged',
        entry_id: merged,
        made_by: null,
        made_at: later,
        reason: 'a second entry of the same player',
      },
      { kind: 'entry-restored', entry_id: removed, made_by: bo, made_at: restoredAt, reason: null },
    ])
    expect(await db.selectFrom('tournaments').select('version').execute()).toEqual([{ version: 2 }])
  })

  it('has corrected scores to par that are what the board shows', async () => {
    await goBackTo047()
    const tournament_id = await addTournament(db, { active: 1 })
    const made_by = await addUser(db, { name: 'Olive' })
    const add = async (espn_id: string, corrected: object, ended_at: string | null = null) => {
      const scores = JSON.stringify({ status: null, rounds: [null, null, null, null], ...corrected })
      const row = { tournament_id, espn_id, scores, reason: 'Wrong card', made_by, made_at: after, ended_at }
      await db.insertInto('score_corrections').values(row).execute()
    }
    const correction = (fields: string[], at = after) => ({ fields, reason: 'Wrong card', by: 'Olive', at })
    const row = (espnId: string, rounds: readonly [number, number], relativeScore: number, total: number) => ({
      ...buildGolfer({ espnId, relativeScore, total, thru: '9', currentRoundScore: '-1' }),
      round1Score: String(rounds[0]),
      round2Score: String(rounds[1]),
    })
    // The score to par alone: the source has +4, the board +3.
    await add('1', { toPar: 3 })
    // With a round, which takes a stroke off: the source has -2 and 68, the board 67 and -5.
    await add('2', { rounds: [67, null, null, null], toPar: -5 })
    // Newer than the board, with a round that takes two strokes off: +1 becomes -1, and then E.
    await add('3', { rounds: [69, null, null, null], toPar: 0 })
    // A golfer who is not on the board.
    await add('4', { toPar: -9 })
    await add('5', { status: 'DQ', toPar: null })
    await add('1', { toPar: -3 }, after)
    const shown = [
      { ...row('1', [75, 34], 3, 108), correction: correction(['toPar']) },
      { ...row('2', [67, 35], -5, 100), correction: correction(['round1', 'toPar']) },
      { ...row('3', [71, 35], 1, 106), correction: correction(['toPar'], before) },
      row('5', [70, 35], 0, 105),
    ]
    const uncorrected = [row('1', [75, 34], 4, 109), row('2', [68, 35], -2, 103), row('3', [71, 35], 1, 106)]
    const body = JSON.stringify({ version: 1, ...buildField({ golfersScores: shown }) })
    const extras = JSON.stringify({ courses: [], uncorrected })
    await db.insertInto('leaderboards').values({ tournament_id, version: 1, body, extras }).execute()

    await migrate(database)
    const stored = await db.selectFrom('score_corrections').selectAll().orderBy('id').execute()
    const found = stored.map(({ espn_id, scores, seen_to_par, seen_holes }) => {
      const { rounds, toParDifference, toPar } = JSON.parse(scores)
      return [espn_id, rounds[0], toParDifference, toPar, seen_to_par, seen_holes]
    })
    expect(found).toEqual([
      ['1', null, -1, undefined, 4, 27],
      ['2', 67, -2, undefined, -3, 27],
      ['3', 69, 1, undefined, -1, 27],
      ['4', null, 0, undefined, null, null],
      // Without a score to par, and one that has ended: both stay as they were.
      ['5', null, undefined, null, null, null],
      ['1', null, undefined, -3, null, null],
    ])
  })
})
