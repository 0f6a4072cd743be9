import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer that many will get: made and compressed once. The same object is sent to every viewer. */
export type Snapshot = Readonly<Record<Encoding, { bytes: Buffer; etag: string }>>

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Above this size the best compression takes seconds for a few per cent. */
const largeBytes = 1024 * 1024

export async function createSnapshot(json: string): Promise<Snapshot> {
  const bytes = Buffer.from(json)
  const quality = bytes.length > largeBytes ? 5 : 11
  const [br, gz] = await Promise.all([
    compressBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    compressGzip(bytes, { level: bytes.length > largeBytes ? 6 : 9 }),
  ])
  // A strong tag names the very bytes, so each encoding has its own.
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return {
    br: { bytes: br, etag: `"${digest}-br"` },
    gzip: { bytes: gz, etag: `"${digest}-gz"` },
    identity: { bytes, etag: `"${digest}"` },
  }
}

/** The best encoding that a request's Accept-Encoding allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const offers = (accepted ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase())
    .filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';', 1)[0]?.trimEnd())
  if (offers.includes('br')) return 'br'
  return offers.includes('gzip') ? 'gzip' : 'identity'
}

/** Does If-None-Match name this tag? Weak comparison, as for GET (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
