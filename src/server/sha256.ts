import { createHash } from 'node:crypto'

/** The SHA-256 of a text, base64url. Random secrets are stored as this digest only. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Like the command `sha256sum`. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
