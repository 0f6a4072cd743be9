import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, type Db, inTransaction, openDatabase } from './database.ts'

let folder: string
let file: string
let database: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  file = join(folder, 'pool.db')
  database = openDatabase({ kind: 'sqlite', file })
  await sql`create table numbers (n integer primary key)`.execute(database.db)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (n: number, db: Db = database.db) => sql`insert into numbers values (${n})`.execute(db)

async function list(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(database.db)
  return rows.map(({ n }) => n)
}

describe('while another process holds the write lock', () => {
  let other: SqliteDatabase.Database
  beforeEach(() => {
    other = new SqliteDatabase(file)
    other.exec('begin immediate')
  })
  afterEach(() => other.close())

  test('reads continue, and writes and transactions wait their turn', async () => {
    const done: string[] = []
    const writes = [
      inTransaction(database.db, (trx) => add(1, trx)).then(() => done.push('transaction')),
      add(2).then(() => done.push('write')),
    ]
    for (let times = 0; times < 20; times += 1) expect(await list()).toEqual([])
    expect(done).toEqual([])
    other.exec('insert into numbers values (3); commit')
    await Promise.all(writes)
    expect(done).toEqual(['transaction', 'write'])
    expect(await list()).toEqual([1, 2, 3])
  })

  test('all waiting writes time out after five seconds', async () => {
    const outcomes = await Promise.allSettled([add(1), add(2), inTransaction(database.db, (trx) => add(3, trx))])
    const busy = { status: 'rejected', reason: expect.objectContaining({ code: 'SQLITE_BUSY' }) }
    expect(outcomes).toEqual([busy, busy, busy])
    other.exec('rollback')
    await add(4)
    expect(await list()).toEqual([4])
  })
})

test('reads do not wait for a transaction, and see it once it is committed', async () => {
  await inTransaction(database.db, async (trx) => {
    await add(1, trx)
    expect(await list()).toEqual([])
  })
  expect(await list()).toEqual([1])
})

test('a series of short queries yields to other requests', async () => {
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  for (let times = 0; times < 50_000 && !hadTurn; times += 1) await list()
  expect(hadTurn).toBe(true)
})

test('transactions run one after another, and a failed one leaves nothing behind', async () => {
  const failed = inTransaction(database.db, async (trx) => {
    await add(1, trx)
    throw new Error('no')
  })
  const next = inTransaction(database.db, (trx) => add(2, trx))
  await expect(failed).rejects.toThrow('no')
  await next
  expect(await list()).toEqual([2])
})

test('after the disk was full, the failed transaction is undone and the next one succeeds', async () => {
  const limitPages = (pages: number) =>
    inTransaction(database.db, (trx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(trx))
  const fill = () =>
    inTransaction(database.db, async (trx) => {
      for (let n = 0; n < 5000; n += 1) await add(n, trx)
    })
  await limitPages(10)
  await expect(fill()).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(await list()).toEqual([])
  await limitPages(10_000)
  await fill()
  expect(await list()).toHaveLength(5000)
})

test('writes are refused while the file is missing, and go to the file that replaces it', async () => {
  await add(1)
  renameSync(folder, `${folder}-moved`)
  await expect(add(2)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' })
  renameSync(`${folder}-moved`, folder)
  await add(3)
  expect(await list()).toEqual([1, 3])

  const restored = mkdtempSync(join(tmpdir(), 'sqlite-restored-'))
  await sql`vacuum into ${join(restored, 'pool.db')}`.execute(database.db)
  await add(4)
  rmSync(folder, { recursive: true })
  renameSync(restored, folder)
  await add(5)
  expect(await list()).toEqual([1, 3, 5])
})
