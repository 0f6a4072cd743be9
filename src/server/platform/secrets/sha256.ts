import { createHash } from 'node:crypto'

/** The SHA-256 of a text or bytes, base64url. Random secrets are stored as this digest only. */
export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url')
}

/** Like the command `sha256sum`. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
