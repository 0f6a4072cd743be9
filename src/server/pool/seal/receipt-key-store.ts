import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { ReceiptKey } from '#contract/seal-contract.ts'
import type { ReceiptSigner } from '#domain/seal/receipt.ts'
import type { Db } from '#server/platform/db/database.ts'
import { getOrCreateSecret } from '#server/platform/db/stored-secret.ts'

/**
 * The keys that receipts are signed with (docs/security.md, 2.4), as JSON. `secret` is the private half of the newest one, in
 * base64url: that of an earlier key is deleted, and its public half stays, because receipts are kept.
 */
type StoredKeys = { readonly secret: string; readonly keys: readonly ReceiptKey[] }

const secretName = 'receipt-keys'

/** The public halves, newest first. */
export async function listReceiptKeys(db: Db, now: Date): Promise<readonly ReceiptKey[]> {
  return (await loadKeys(db, now)).keys
}

/** Read for each receipt, because the operator can add a key from another process. */
export async function findReceiptSigner(db: Db, now: Date): Promise<ReceiptSigner> {
  const { secret, keys } = await loadKeys(db, now)
  const [key] = keys
  if (!key) throw new Error('There is no key for receipts.')
  const privateKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x, d: secret }, format: 'jwk' })
  return { key: key.x, sign: (bytes) => sign(null, bytes, privateKey).toString('base64url') }
}

/** Adds a key that signs from now on. With `revokesOthers`, signatures of the earlier ones show nothing any more. */
export async function addReceiptKey(db: Db, now: Date, { revokesOthers = false } = {}): Promise<ReceiptKey> {
  const known = await loadKeys(db, now)
  const at = now.toISOString()
  const made = makeKeys(now)
  const earlier = known.keys.map((key) => (revokesOthers ? { ...key, revokedAt: key.revokedAt ?? at } : key))
  const { numUpdatedRows } = await db
    .updateTable('secrets')
    .set({ value: JSON.stringify({ ...made.stored, keys: [made.key, ...earlier] }) })
    .where('name', '=', secretName)
    .where('value', '=', JSON.stringify(known))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('Another process changed the keys of receipts at the same time.')
  return made.key
}

async function loadKeys(db: Db, now: Date): Promise<StoredKeys> {
  // Written only by this file.
  return JSON.parse(
    await getOrCreateSecret(db, secretName, now, () => JSON.stringify(makeKeys(now).stored)),
  ) as StoredKeys
}

function makeKeys(now: Date): { key: ReceiptKey; stored: StoredKeys } {
  const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('ed25519')
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  const key = { kty: 'OKP', crv: 'Ed25519', x, madeAt: now.toISOString(), revokedAt: null } as const
  return { key, stored: { secret: d, keys: [key] } }
}
