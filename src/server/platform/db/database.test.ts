import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'

/** Another process that has just created the file and writes to it for a moment. */
const writer = `
  import SqliteDatabase from 'better-sqlite3'
  const database = new SqliteDatabase(process.argv[1])
  database.exec('create table first (id integer); begin immediate')
  console.log('writing')
  setTimeout(() => database.exec('commit'), 300)
`

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'))
  file = join(folder, 'pool.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a new SQLite file can be opened while another process writes to it', async () => {
  const other = spawn(process.execPath, ['--input-type=module', '-e', writer, file])
  await once(other.stdout, 'data')
  const database = openDatabase({ kind: 'sqlite', file })
  const { rows } = await sql`pragma journal_mode`.execute(database.db)
  expect(rows).toEqual([{ journal_mode: 'wal' }])
  await database.close()
})

describe('only its owner can read', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777
  const parts = () => [file, `${file}-wal`, `${file}-shm`]

  test('a new SQLite database and the folders created for it', async () => {
    file = join(folder, 'new', 'data', 'pool.db')
    const database = openDatabase({ kind: 'sqlite', file })
    await sql`create table first (id integer)`.execute(database.db)
    expect(parts().map(modeOf)).toEqual([0o600, 0o600, 0o600])
    expect([join(folder, 'new'), join(folder, 'new', 'data')].map(modeOf)).toEqual([0o700, 0o700])
    await database.close()
  })

  test('a database that others could read, whose folder keeps its permissions', async () => {
    file = join(folder, 'shared', 'pool.db')
    mkdirSync(join(folder, 'shared'), { mode: 0o755 })
    const running = openDatabase({ kind: 'sqlite', file })
    await sql`create table first (id integer)`.execute(running.db)
    for (const part of parts()) chmodSync(part, 0o644)
    const database = openDatabase({ kind: 'sqlite', file })
    expect(parts().map(modeOf)).toEqual([0o600, 0o600, 0o600])
    expect(modeOf(join(folder, 'shared'))).toBe(0o755)
    await database.close()
    await running.close()
  })
})
