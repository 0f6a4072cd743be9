import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { getOrCreateSecret, randomKey } from '#server/platform/db/stored-secret.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'

const tokenBytes = 24

/** Derives the tokens of invitation links, and of those with which people refuse further invitations. */
export function loadInvitationKey(db: Db, now: Date): Promise<string> {
  return getOrCreateSecret(db, 'invitation-key', now, randomKey)
}

/** With this token in a link, the owner of an address refuses further invitations. */
export function toRefusalToken(key: string, address: string): string {
  return createHmac('sha256', key).update(`refusal\n${address}`).digest('base64url')
}

/** Stands for an address that is not stored. Without the key, nobody can try addresses on it. */
export function toAddressDigest(key: string, address: string): string {
  return sha256(toRefusalToken(key, address))
}

/**
 * The tokens of invitation links: 192 bits. They are derived from a key of the table `secrets` and a random salt, so that
 * organisers and the wall display can show a link again although only its digest is stored (docs/security.md, 20.3).
 */
export function createInvitationTokens(key: string) {
  const restore = (salt: string) =>
    createHmac('sha256', key).update(`invitation\n${salt}`).digest().subarray(0, tokenBytes).toString('base64url')
  return {
    create() {
      const salt = randomBytes(tokenBytes).toString('base64url')
      return { salt, token: restore(salt) }
    },
    restore,
  }
}
