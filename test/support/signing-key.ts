import { createSigningKey, type SigningKey } from '#server/identity/provider/secrets-store.ts'

let key: Promise<SigningKey> | undefined

/** One signing key for all apps of this worker, which verify only tokens for their own address. */
export function getSigningKey(): Promise<SigningKey> {
  key ??= createSigningKey()
  return key
}
