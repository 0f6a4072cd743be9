import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { OperatorError } from '#server/platform/start/operator-error.ts'
import { onDatabase } from './command.ts'

it('a command that meets a full disk names the database, and a fault of the program stays one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'command-'))
  const file = join(folder, 'player-pool.db')
  const database = openDatabase({ kind: 'sqlite', file })
  await migrate(database)
  await database.close()
  const config = readConfig({ DATA_DIR: folder })
  const failWith = (error: Error) =>
    onDatabase(() => Promise.reject(error))(() => config, { subject: undefined, flags: {} })
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  await expect(failWith(full)).rejects.toThrow(
    `The database ${file} (DATABASE_URL, DATA_DIR) cannot be used: database or disk is full.`,
  )
  await expect(failWith(full)).rejects.toThrow(OperatorError)
  const fault = new TypeError('x is not a function')
  await expect(failWith(fault)).rejects.toBe(fault)
  rmSync(folder, { recursive: true })
})
