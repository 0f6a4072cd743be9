import { expect, it } from 'vitest'
import { emptyFee, readFee } from '#domain/payments/fee.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { applyMissing, migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { openOldDatabase } from '#test/support/old-database.ts'
import { databaseKinds } from '#test/support/test-database.ts'

const name = '052-whole-payout-lines'

it.each(databaseKinds())('payouts still mean what the pool has shown after an upgrade on $name', async (kind) => {
  const { database, remove } = await openOldDatabase(kind)
  const { db } = database
  const before = Object.keys(migrations).filter((migration) => migration !== name)
  await inTransaction(db, (trx) => applyMissing(trx, database.kind, before))
  const add = async (price: string, payouts: string) => {
    const texts = { espn_id: '401', name: 'Open', tiebreaker_1: '', tiebreaker_2: '', created_at: '', start: '' }
    const fee = JSON.stringify({ ...emptyFee, price, payouts })
    await db
      .insertInto('tournaments')
      .values({ ...texts, fee, active: 0 })
      .execute()
  }
  await add('20 USD', '1st: 60 percent\n2nd: 1 000\n3rd: 20 EUR\n4th: 6% 5th: 4%\nLast €5')
  await add('$20 EUR', '')
  await add('20 USD', '1st place: 60 %')
  await migrate(database)
  const rows = await db.selectFrom('tournaments').select(['fee', 'version']).orderBy('id').execute()
  const stored = rows.map(({ fee }) => JSON.parse(fee ?? ''))
  expect(stored.map(({ price, payouts }) => [price, payouts])).toEqual([
    ['20 USD', '1st: 60\n2nd: 1\n3rd: 20\n4th: 6%\nLast 5'],
    ['$20', ''],
    ['20 USD', '1st place: 60 %'],
  ])
  expect(stored.map((fee) => readFee(fee).errors)).toEqual([{}, {}, {}])
  // Browsers have kept the earlier texts.
  expect(rows.map(({ version }) => version)).toEqual([2, 2, 1])
  await remove()
})
