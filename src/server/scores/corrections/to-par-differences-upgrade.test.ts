import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { applyMissing, migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildField, buildGolfer } from '#test/support/build-field.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'
import { listAllCorrections } from './score-correction-store.ts'

const name = '050-to-par-differences'
const at = '2026-06-05T18:00:00.000Z'

it.each(databaseKinds())('corrected scores to par are what the board shows after an upgrade on $name', async (kind) => {
  const { database, remove } = await openOldDatabase(kind)
  const { db } = database
  const before = Object.keys(migrations).filter((migration) => migration !== name)
  await inTransaction(db, (trx) => applyMissing(trx, database.kind, before))
  const texts = { espn_id: '401', name: 'Open', tiebreaker_1: '', tiebreaker_2: '', created_at: '', start: '' }
  await db
    .insertInto('tournaments')
    .values({ ...texts, active: 1 })
    .execute()
  const userId = await addUser(db, { name: 'Olive' })
  const add = (espnId: string, scores: object, endedAt: string | null = null) =>
    sql`insert into score_corrections (tournament_id, espn_id, scores, reason, made_by, made_at, ended_at)
      values (1, ${espnId}, ${JSON.stringify({ status: null, rounds: [null, null, null, null], ...scores })}, 'Wrong card', ${userId}, ${at}, ${endedAt})`.execute(
      db,
    )
  const correction = (fields: string[], correctedAt = at) => ({
    fields,
    reason: 'Wrong card',
    by: 'Olive',
    at: correctedAt,
  })
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
  // Of nobody on the board.
  await add('4', { toPar: -9 })
  await add('5', { status: 'DQ', toPar: null })
  await add('1', { toPar: -3 }, at)
  const shown = [
    { ...row('1', [75, 34], 3, 108), correction: correction(['toPar']) },
    { ...row('2', [67, 35], -5, 100), correction: correction(['round1', 'toPar']) },
    { ...row('3', [71, 35], 1, 106), correction: correction(['toPar'], '2026-06-05T09:00:00.000Z') },
    row('5', [70, 35], 0, 105),
  ]
  const uncorrected = [row('1', [75, 34], 4, 109), row('2', [68, 35], -2, 103), row('3', [71, 35], 1, 106)]
  const body = JSON.stringify({ version: 1, ...buildField({ golfersScores: shown }) })
  await sql`insert into leaderboards (tournament_id, version, body, extras, feed_checked_at)
    values (1, 1, ${body}, ${JSON.stringify({ courses: [], uncorrected })}, ${at})`.execute(db)

  await migrate(database)
  const stored = await listAllCorrections(db, 1)
  expect(
    stored.map(({ espnId, rounds, toParDifference, toPar, seen }) => [espnId, rounds[0], toParDifference, toPar, seen]),
  ).toEqual([
    ['1', null, -1, null, { toPar: 4, holes: 27 }],
    ['2', 67, -2, null, { toPar: -3, holes: 27 }],
    ['3', 69, 1, null, { toPar: -1, holes: 27 }],
    ['4', null, 0, null, null],
    ['5', null, null, null, null],
    ['1', null, null, -3, null],
  ])
  await remove()
})
