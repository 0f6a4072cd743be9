import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Pepper } from './pepper.ts'

/** Encrypts the secrets of second factors, each for one account (docs/security.md, 6.6). */
export type SecondFactorVault = {
  seal(accountId: string, secret: Buffer): string
  /** Undefined if the text was changed, or sealed for another account or with other keys. */
  open(accountId: string, sealed: string): Buffer | undefined
}

const ivBytes = 12
const tagBytes = 16

/** With a pepper, a stolen database alone does not reveal the secrets. */
export function createSecondFactorVault(key: string, pepper: Pepper | null): SecondFactorVault {
  const derived = Buffer.from(hkdfSync('sha256', key, pepper?.secret ?? '', 'second factor', 32))

  return {
    seal(accountId, secret) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', derived, iv).setAAD(Buffer.from(accountId))
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    open(accountId, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', derived, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(accountId))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
