import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { buildClock } from '#test/support/test-clock.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { addSigningKey, loadSecrets } from './secrets-store.ts'

const hour = 60 * 60 * 1000

describe.each(databaseKinds())('on $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  beforeEach(async () => {
    opened = await openTestDatabase(kind)
  })
  afterEach(() => opened.remove())

  test('processes that start concurrently share the same secrets', async () => {
    const { database, config } = opened
    // On PostgreSQL a second connection pool; concurrent readers on both databases.
    const other = config.kind === 'postgres' ? openDatabase(config) : database
    const clock = buildClock()
    const all = await Promise.all([database, other, database, other].map((opened) => loadSecrets(opened.db, clock)))
    if (other !== database) await other.close()
    for (const secrets of all) expect(secrets).toEqual(all[0])
    expect(all[0]?.cookieKeys).toHaveLength(2)
    expect(await loadSecrets(database.db, clock)).toEqual(all[0])
  })

  test('a new signing key is published at once and signs a day later; the old one stays published', async () => {
    const { db } = opened.database
    const clock = buildClock()
    const first = (await loadSecrets(db, clock)).signingKeys[0]
    clock.advance(hour)
    const second = await addSigningKey(db, clock)
    const kids = async () => (await loadSecrets(db, clock)).signingKeys.map((key) => key.kid)
    clock.advance(23 * hour)
    expect(await kids()).toEqual([first?.kid, second.kid])
    clock.advance(hour)
    expect(await kids()).toEqual([second.kid, first?.kid])
  })

  test('revoking leaves one new key, which signs at once', async () => {
    const { db } = opened.database
    const clock = buildClock()
    await loadSecrets(db, clock)
    await addSigningKey(db, clock)
    const { kid } = await addSigningKey(db, clock, { revokesOthers: true })
    expect((await loadSecrets(db, clock)).signingKeys.map((key) => key.kid)).toEqual([kid])
  })
})

test('all secrets differ', async () => {
  const { database, remove } = await openTestDatabase(databaseKinds()[0] ?? never())
  const secrets = await loadSecrets(database.db, buildClock())
  const keys = [
    ...secrets.cookieKeys,
    ...secrets.xsrfKeys,
    ...secrets.formKeys,
    secrets.secondFactorKey,
    secrets.auditKey,
  ]
  expect(new Set(keys).size).toBe(8)
  expect(Math.min(...keys.map((key) => key.length))).toBe(43)
  await remove()
})

function never(): never {
  throw new Error('SQLite is always there')
}
