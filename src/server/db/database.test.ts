import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'

/** Another process that has just created the file and writes to it for a moment. */
const writer = `
  import SqliteDatabase from 'better-sqlite3'
  const database = new SqliteDatabase(process.argv[1])
  database.exec('create table first (id integer); begin immediate')
  console.log('writing')
  setTimeout(() => database.exec('commit'), 300)
`

test('a new SQLite file can be opened while another process writes to it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'database-'))
  const file = join(folder, 'pool.db')
  const other = spawn(process.execPath, ['--input-type=module', '-e', writer, file])
  await once(other.stdout, 'data')
  const database = openDatabase({ kind: 'sqlite', file })
  const { rows } = await sql`pragma journal_mode`.execute(database.db)
  expect(rows).toEqual([{ journal_mode: 'wal' }])
  await database.close()
  rmSync(folder, { recursive: true })
})
