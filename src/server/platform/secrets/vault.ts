import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Vault = ReturnType<typeof createVault>

const ivBytes = 12
const tagBytes = 16

/** Encrypts secrets with AES-256-GCM, each for one owner. `purpose` separates the keys of different kinds of secrets. */
export function createVault(key: string, salt: string | Uint8Array, purpose: string) {
  const derived = Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))

  return {
    seal(owner: string, secret: Buffer): string {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', derived, iv).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    /** Undefined if the text was changed, or sealed for another owner or with other keys. */
    open(owner: string, sealed: string): Buffer | undefined {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', derived, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
