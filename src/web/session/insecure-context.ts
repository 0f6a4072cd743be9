import { sha256 } from '@noble/hashes/sha2.js'

/**
 * Browsers have `crypto.subtle` on HTTPS and localhost only. Elsewhere, such as on a home network, this provides the
 * only function of it that a sign-in needs: PKCE hashes its code verifier with SHA-256 (docs/security.md, 4.6).
 */
export function provideDigest(): void {
  const digest = async (algorithm: string, data: Uint8Array): Promise<ArrayBuffer> => {
    if (algorithm !== 'SHA-256') throw new Error(`${algorithm} needs an encrypted connection.`)
    return Uint8Array.from(sha256(data)).buffer
  }
  Object.defineProperty(crypto, 'subtle', { value: { digest }, configurable: true })
}
