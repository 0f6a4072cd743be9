import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { buildAccount } from '#test/support/build-account.ts'
import { addAccount } from './account-store.ts'
import { createPasswords } from './passwords.ts'
import { findOtherPepper, findPepper } from './pepper.ts'

let folder: string
let database: ReturnType<typeof openDatabase>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pepper-'))
  database = openDatabase({ kind: 'sqlite', file: ':memory:' })
  await migrate(database)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function load(passwordPepper: string | null = null) {
  return findPepper(database, { dataFolder: folder, passwordPepper })
}

const findFault = (passwordPepper: string | null = null) =>
  findOtherPepper(database, { dataFolder: folder, passwordPepper })

async function addAccountWith(passwordPepper: string | null = null): Promise<void> {
  const passwords = createPasswords({ pepper: await load(passwordPepper) })
  await addAccount(database.db, buildAccount({ passwordHash: await passwords.hash('correct horse') }), new Date())
}

test('the first start creates a file readable only by its owner, and later starts use it', async () => {
  const first = await load()
  expect(statSync(join(folder, 'pepper')).mode & 0o777).toBe(0o600)
  expect(await load()).toEqual(first)
  expect(readFileSync(join(folder, 'pepper'), 'utf8').trim()).toHaveLength(43)
})

test('the setting takes precedence over the file', async () => {
  const fromFile = await load()
  const fromSetting = await load('a setting of more than 32 characters')
  expect(fromSetting?.id).not.toBe(fromFile?.id)
})

test('on PostgreSQL there is none unless it is set, and it cannot be left out once passwords need it', async () => {
  const postgres = { ...database, kind: 'postgres' as const }
  const settings = { dataFolder: folder, passwordPepper: null }
  expect(await findPepper(postgres, settings)).toBeNull()
  await addAccountWith('a setting of more than 32 characters')
  await expect(findPepper(postgres, settings)).rejects.toThrow(
    /^PASSWORD_PEPPER is not set, but the passwords of 1 account were hashed with one\. Set it as before, or to the text/,
  )
})

test('a lost file stops the start with instructions instead of locking everyone out', async () => {
  await addAccountWith()
  rmSync(join(folder, 'pepper'))
  await expect(load()).rejects.toThrow(/pepper is missing, but the passwords of 1 account .* backup/)
})

test('a changed pepper is reported with the number of accounts it locks out', async () => {
  await addAccountWith()
  expect(await findFault()).toBeUndefined()
  writeFileSync(join(folder, 'pepper'), 'quite another secret of 32 characters and more')
  expect(await findFault()).toMatch(/^The passwords of 1 account were hashed with a different pepper/)
})

test('accounts created without a pepper still work after one is set', async () => {
  const plain = await createPasswords({ pepper: null }).hash('correct horse')
  await addAccount(database.db, buildAccount({ passwordHash: plain }), new Date())
  expect(await findFault('a setting of more than 32 characters')).toBeUndefined()
})

test('a file too short to be a secret is refused', async () => {
  writeFileSync(join(folder, 'pepper'), 'short')
  await expect(load()).rejects.toThrow('must contain at least 32 characters')
})
