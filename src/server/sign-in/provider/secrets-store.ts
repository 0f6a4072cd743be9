import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK_EC_Private, type JWK_RSA_Private } from 'jose'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { getOrCreateSecret, randomKey } from '#server/platform/db/stored-secret.ts'
import { listReceiptKeys } from '#server/pool/seal/receipt-key-store.ts'
import { loadAuditKey } from '#server/pool/seal/sealed-content.ts'
import { loadInvitationKey } from '#server/sign-in/invitations/invitation-tokens.ts'

/** Secrets shared by all processes, created at the first start and stored in the database (docs/security.md, 2.4). */
export type Secrets = Awaited<ReturnType<typeof loadSecrets>>

export type SigningKey = JWK_RSA_Private & { kid: string; alg: 'RS256'; use: 'sig' }

type StoredSigningKey = { jwk: SigningKey; madeAt: string }

/** A new key is published this long before it signs, so that every verifier knows it by then. */
const signingKeyLeadMs = 24 * 60 * 60 * 1000
const maxSigningKeys = 3

export async function loadSecrets(db: Db, clock: Pick<Clock, 'now'>) {
  const now = clock.now()
  // Creates the receipt key before the first entry is saved. Users of the key read it again, because operators rotate it.
  await listReceiptKeys(db, now)
  return {
    /** Private keys of the embedded provider. The first one signs; the others are only published. */
    signingKeys: await findSigningKeys(db, clock),
    cookieKeys: await loadKeys(db, 'cookie-keys', now),
    /** Newest first; older ones are still accepted. */
    xsrfKeys: await loadKeys(db, 'xsrf-keys', now),
    /** Protects the provider's forms against forged posts. */
    formKeys: await loadKeys(db, 'form-keys', now),
    /** Encrypts the secrets of second factors, together with the pepper. */
    secondFactorKey: await getOrCreateSecret(db, 'second-factor-key', now, randomKey),
    invitationKey: await loadInvitationKey(db, now),
    /** Encrypts the addresses of webhooks. */
    webhookKey: await getOrCreateSecret(db, 'webhook-key', now, randomKey),
    /** Derives the salts of entries. */
    auditKey: await loadAuditKey(db, now),
    /** Private key that push services know us by (docs/security.md, 23.2). Browsers subscribe to its public half. */
    // Written only by this file.
    pushKey: JSON.parse(await getOrCreateSecret(db, 'push-key', now, createPushKey)) as JWK_EC_Private,
  }
}

/** The signing key comes first. */
export async function findSigningKeys(db: Db, clock: Pick<Clock, 'now'>): Promise<readonly SigningKey[]> {
  const now = clock.now()
  return sortBySigningOrder(await loadSigningKeys(db, now), now)
}

/**
 * Adds a key that starts to sign after 24 hours. Running processes pick it up (`startBackgroundWork`). With `revokesOthers`,
 * it is the only one and signs immediately: tokens signed by the others are refused.
 */
export async function addSigningKey(db: Db, clock: Pick<Clock, 'now'>, { revokesOthers = false } = {}) {
  const now = clock.now()
  const known = await loadSigningKeys(db, now)
  const added = await createSigningKey(now)
  const keys = revokesOthers ? [added] : [added, ...known].slice(0, maxSigningKeys)
  const { numUpdatedRows } = await db
    .updateTable('secrets')
    .set({ value: JSON.stringify(keys) })
    .where('name', '=', 'signing-keys')
    .where('value', '=', JSON.stringify(known))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('Another process changed the signing keys at the same time.')
  return added.jwk
}

async function loadSigningKeys(db: Db, now: Date): Promise<StoredSigningKey[]> {
  const make = async () => JSON.stringify([await createSigningKey(now)])
  // Written only by this file.
  return JSON.parse(await getOrCreateSecret(db, 'signing-keys', now, make)) as StoredSigningKey[]
}

async function loadKeys(db: Db, name: string, now: Date): Promise<readonly string[]> {
  const make = () => JSON.stringify([randomKey(), randomKey()])
  return JSON.parse(await getOrCreateSecret(db, name, now, make)) as string[]
}

function sortBySigningOrder(stored: readonly StoredSigningKey[], now: Date): SigningKey[] {
  const newestFirst = stored.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))
  const newestPublished = newestFirst.find((key) => now.getTime() - Date.parse(key.madeAt) >= signingKeyLeadMs)
  const signer = newestPublished ?? newestFirst.at(-1)
  if (!signer) throw new Error('There is no signing key.')
  return [signer, ...newestFirst.filter((key) => key !== signer)].map((key) => key.jwk)
}

async function createSigningKey(now: Date): Promise<StoredSigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const exported = await exportJWK(privateKey)
  const jwk = { ...exported, kid: randomBytes(12).toString('base64url'), alg: 'RS256', use: 'sig' }
  return { jwk: jwk as SigningKey, madeAt: now.toISOString() }
}

async function createPushKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}
