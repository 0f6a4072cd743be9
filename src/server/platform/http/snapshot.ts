import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipBytes } from 'node:zlib'
import { sha256 } from '#server/platform/secrets/sha256.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A body that is shared by many clients: compressed once, and the same bytes are sent to all of them. */
export type Snapshot = { readonly digest: string } & Readonly<Record<Encoding, Buffer>>

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzipBytes)

/** Ten times faster than the best one, 11, which saves a sixth of a board that is new every minute. */
const brotliQuality = 9
/** For large texts that no longer change. */
export const bestBrotliQuality = 11
const gzipLevel = 9
/** Above this size they take seconds to save a few per cent. */
const largeBytes = 1024 * 1024
const large = { brotliQuality: 5, gzipLevel: 6 }

/** For texts that are sent once or change often: a fiftieth of the time of the best quality. */
export const quickBrotliQuality = 4

/** Encodes a JSON text in all encodings, off the main thread. */
export async function createSnapshot(json: string, quality = brotliQuality): Promise<Snapshot> {
  const identity = Buffer.from(json)
  const isLarge = identity.length > largeBytes
  const [br, gzip] = await Promise.all([
    toBrotli(identity, isLarge ? large.brotliQuality : quality),
    compressGzip(identity, { level: isLarge ? large.gzipLevel : gzipLevel }),
  ])
  return { digest: toDigest(identity), identity, br, gzip }
}

/** For a text that is sent once. */
export async function compressQuickly(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes
  return encoding === 'br' ? toBrotli(bytes, quickBrotliQuality) : compressGzip(bytes)
}

function toBrotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

export function toDigest(content: Buffer | string): string {
  return sha256(content).slice(0, 22)
}

const etagSuffixes = { br: '-br', gzip: '-gz', identity: '' } as const

/** A strong tag names the exact bytes, so each encoding has its own (RFC 9110, 8.8.3). */
export function toEtag(digest: string, encoding: Encoding): string {
  return `"${digest}${etagSuffixes[encoding]}"`
}

/** The best encoding that a request's Accept-Encoding allows. */
export function chooseEncoding(header: string | undefined): Encoding {
  const offers = (header ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase())
    .filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';', 1)[0]?.trimEnd())
  if (offers.includes('br')) return 'br'
  return offers.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether If-None-Match lists this ETag. Weak comparison, as for GET (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
