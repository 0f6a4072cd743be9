import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { bootApp, findSigningKeys, makeBackup, restoreBackup, rotateKeys, sha256Hex } from '#built/harness.mjs'
import { api } from '#contract/paths.ts'
import { entryProof, type ReceiptKey, receiptKeyList } from '#contract/seal-contract.ts'
import { rootFromProof } from '#domain/seal/merkle-tree.ts'
import { type Receipt, readReceipt } from '#domain/seal/receipt.ts'
import { leafOf } from '#domain/seal/sealed-entry.ts'
import { createEntryClient } from '../support/entry-client.ts'
import { isSignedWith } from '../support/receipt-signer.ts'
import { buildClock } from '../support/test-clock.ts'
import { databaseKinds } from '../support/test-database.ts'
import { addPerson, openTestPool, type Person, type TestPool } from '../support/test-pool.ts'

const hour = 3_600_000

type Caller = Pick<TestPool, 'call' | 'tournamentId'>

async function readKeys({ call }: Caller): Promise<ReceiptKey[]> {
  const response = await call(api.receiptKeys(), null)
  expect(response.status).toBe(200)
  return receiptKeyList.parse(await response.json()).keys
}

function parse(text: string): Receipt & { signature: NonNullable<Receipt['signature']> } {
  const receipt = readReceipt(text, sha256Hex)
  if (typeof receipt === 'string' || !receipt.signature) throw new Error(String(receipt))
  return { ...receipt, signature: receipt.signature }
}

async function readOwn({ call, tournamentId }: Caller, person: Person) {
  return parse(await (await call(api.entryReceipt(tournamentId), person)).text())
}

async function rotate({ app }: TestPool, flags: { revoke?: true } = {}): Promise<void> {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  await rotateKeys({ config: app.config, database: app.database, clock: app.clock }, { subject: undefined, flags })
  printed.mockRestore()
}

it.each(databaseKinds())(
  'a receipt is signed with the first key of the list, whatever was rotated, over $name',
  async (kind) => {
    const clock = buildClock(new Date())
    const start = new Date(clock.now().getTime() + hour)
    const pool = await openTestPool({ kind, clock, start, startAt: 'scheduled', withoutScores: true })
    const { player } = pool.people
    const first = await readOwn(pool, player)
    const keys = await readKeys(pool)
    expect(keys.map(({ x, revokedAt }) => [x, revokedAt])).toEqual([[first.signature.key, null]])
    expect(isSignedWith(first.signature.key, first.signature)).toBe(true)

    clock.advance(1000)
    await rotate(pool)
    const second = await readOwn(pool, player)
    expect(isSignedWith(second.signature.key, second.signature)).toBe(true)
    expect((await readKeys(pool)).map(({ x }) => x)).toEqual([second.signature.key, first.signature.key])
    expect(second.content, 'the signature alone differs').toEqual(first.content)

    clock.advance(1000)
    await rotate(pool, { revoke: true })
    const third = await readOwn(pool, await addPlayer(pool))
    const revokedAt = clock.now().toISOString()
    expect((await readKeys(pool)).map(({ x, revokedAt }) => [x, revokedAt])).toEqual([
      [third.signature.key, null],
      [second.signature.key, revokedAt],
      [first.signature.key, revokedAt],
    ])
    await pool.close()
  },
)

/** Somebody who has signed in after the keys were revoked. */
async function addPlayer(pool: TestPool): Promise<Person> {
  await expect.poll(async () => (await pool.call(api.user(), pool.people.player)).status).toBe(401)
  const { app } = pool
  const signingKeys = await findSigningKeys(app.database.db, app.clock)
  const person = await addPerson({ ...app, secrets: { ...app.secrets, signingKeys } }, 'later')
  const client = await createEntryClient(pool)
  expect(await client.create(person, client.fill(person))).toMatchObject({ status: 200 })
  return person
}

it('the private half of a key leaves the server in a backup only', async () => {
  const clock = buildClock(new Date())
  const start = new Date(clock.now().getTime() + hour)
  const logged: string[] = []
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...texts) => void logged.push(texts.join(' ')))
  const pool = await openTestPool({ clock, start, startAt: 'round-2-middle' })
  const { player, admin } = pool.people
  const row = await pool.app.database.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'receipt-keys')
    .executeTakeFirstOrThrow()
  const { secret } = JSON.parse(row.value) as { secret: string }
  expect(secret).toMatch(/^[\w-]{43}$/)
  const said = [await (await pool.call(api.entryReceipt(pool.tournamentId), player)).text()]
  clock.set(start)
  for (const path of [
    api.receiptKeys(),
    api.tournamentBundle(pool.tournamentId),
    api.tournament(pool.tournamentId, { players: true, entries: true }),
    api.adminAuditLog(null),
    api.openapi(),
  ])
    said.push(await (await pool.call(path, admin)).text())
  await rotate(pool)
  await pool.close()
  vi.restoreAllMocks()
  for (const text of [...said, ...logged]) expect(text).not.toContain(secret)
})

it('a receipt from before a backup is checked with the restored pool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipt-keys-'))
  const clock = buildClock(new Date())
  const start = new Date(clock.now().getTime() + hour)
  const pool = await openTestPool({
    dataFolder: folder,
    database: { kind: 'sqlite', file: join(folder, 'pool.db') },
    clock,
    start,
    startAt: 'scheduled',
  })
  const { player, newcomer } = pool.people
  const receipt = await readOwn(pool, player)
  clock.set(start)
  const seen = await pool.call(api.tournament(pool.tournamentId, { players: false, entries: true }), newcomer)
  const { seal } = (await seen.json()) as { seal: { root: string } }
  const file = join(folder, 'pool.backup')
  await makeBackup(pool.app.config, file, clock.now())
  expect(gunzipSync(readFileSync(file)).toString()).toContain('receipt-keys')

  const database = { kind: 'sqlite', file: join(folder, 'restored.db') } as const
  const target = { ...pool.app.config, database, dataFolder: join(folder, 'restored') }
  await restoreBackup(target, file, { sendQueued: false, now: clock.now() })
  const restored = await bootApp({ feedUrl: pool.simulator.url, dataFolder: target.dataFolder, database, clock })
  const checker = await addPerson(restored, 'checker')
  const call = (path: string) =>
    fetch(`http://127.0.0.1:${restored.config.listen.port}${path}`, {
      headers: { authorization: `Bearer ${checker.token}` },
    })
  expect((await readKeys({ call, tournamentId: pool.tournamentId })).map(({ x }) => x)).toContain(receipt.signature.key)
  expect(isSignedWith(receipt.signature.key, receipt.signature)).toBe(true)
  const proved = await call(api.tournamentProof(pool.tournamentId, receipt.content.entry))
  const proof = entryProof.parse(await proved.json())
  expect(proof.leaf).toBe(leafOf(receipt.content, sha256Hex))
  expect([rootFromProof(proof, sha256Hex), proof.seal.root]).toEqual([seal.root, seal.root])
  await restored.close()
  await pool.close()
  rmSync(folder, { recursive: true })
})
