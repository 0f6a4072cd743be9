import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signer = ReturnType<typeof createSigner>

/**
 * HMAC-SHA256 signatures of short messages. Start each message with its purpose, so that no signature passes for
 * another's. The first key signs; all are accepted, so that a new key invalidates no open page (docs/security.md, 2.4).
 */
export function createSigner(keys: readonly string[]) {
  const [signingKey] = keys
  if (signingKey === undefined) throw new Error('A signer needs at least one key.')

  function signWith(key: string, message: string): string {
    return createHmac('sha256', key).update(message).digest('base64url')
  }

  return {
    sign: (message: string) => signWith(signingKey, message),
    /** Compares in constant time. */
    isValid(message: string, signature: string): boolean {
      const given = Buffer.from(signature)
      return keys.some((key) => {
        const expected = Buffer.from(signWith(key, message))
        return expected.length === given.length && timingSafeEqual(expected, given)
      })
    },
  }
}
