import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import type { ReceiptKey } from '#contract/seal-contract.ts'
import type { ReceiptSignature } from '#domain/seal/receipt.ts'

// The browser has Ed25519 on secure origins only, and not everywhere.
hashes.sha512 = sha512

/** The result of a check: `none` and `revoked` say nothing about who made the receipt. */
export type SignatureCheck =
  | { readonly kind: 'valid' | 'revoked'; readonly key: ReceiptKey }
  | { readonly kind: 'none' | 'unknown-key' | 'invalid' }

/** Checks the signature of a receipt with the keys of the pool (docs/proof.md, 5). */
export function checkSignature(signature: ReceiptSignature | null, keys: readonly ReceiptKey[]): SignatureCheck {
  if (!signature) return { kind: 'none' }
  const key = keys.find(({ x }) => x === signature.key)
  if (!key) return { kind: 'unknown-key' }
  if (!isSigned(signature)) return { kind: 'invalid' }
  return { kind: key.revokedAt === null ? 'valid' : 'revoked', key }
}

function isSigned({ value, signed, key }: ReceiptSignature): boolean {
  try {
    return verify(fromBase64Url(value), signed, fromBase64Url(key))
  } catch {
    // Not of the length of a signature.
    return false
  }
}

function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}
