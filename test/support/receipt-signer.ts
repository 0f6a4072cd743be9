import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { ReceiptKey } from '#contract/seal-contract.ts'
import type { ReceiptSignature } from '#domain/seal/receipt.ts'

/** Signs receipts as a pool does. `secret`: the private half in base64url; another key each time by default. */
export function createReceiptSigner(pair?: { x: string; d: string }) {
  const privateKey: KeyObject = pair
    ? createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', ...pair }, format: 'jwk' })
    : generateKeyPairSync('ed25519').privateKey
  const { x = '' } = privateKey.export({ format: 'jwk' })
  const publicKey: ReceiptKey = {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    madeAt: '2026-04-01T00:00:00.000Z',
    revokedAt: null,
  }
  return {
    publicKey,
    key: x,
    sign: (bytes: Uint8Array) => sign(null, bytes, privateKey).toString('base64url'),
    sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
  }
}

/** By Node’s own cryptography, which the browser’s check does not use. */
export function isSignedWith(key: string, { value, signed }: ReceiptSignature): boolean {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  return verify(null, signed, publicKey, Buffer.from(value, 'base64url'))
}
