import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A body in one encoding, with a strong ETag. */
export type Representation = {
  readonly encoding: Encoding
  readonly etag: string
  readonly bytes: Buffer
  /** Headers beyond those of every snapshot, on 304 too. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A body that is composed only for clients that do not have it. The composed representation has its own tag,
 * because the body may have changed since this tag was computed.
 */
export type DeferredRepresentation = {
  readonly etag: string
  compose(): Promise<Representation>
}

/** Picks the best representation that a client accepts. */
export type Negotiate = (accepted: AcceptedEncodings) => Representation | DeferredRepresentation

/** A body that is shared by many clients: compressed once, and the same object is sent to all of them. */
export type Snapshot = Readonly<Record<Encoding, Representation>>

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Above this size the best compression takes seconds to save a few per cent. */
const largeBytes = 1024 * 1024

/** Encodes a JSON text in all encodings, off the main thread. Tests use a lower quality, which is much faster. */
export async function createSnapshot(json: string, brotliQuality = 11): Promise<Snapshot> {
  const bytes = Buffer.from(json)
  const quality = bytes.length > largeBytes ? 5 : brotliQuality
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
  const digest = toDigest(bytes)
  return {
    br: { encoding: 'br', bytes: br, etag: toEtag(digest, 'br') },
    gzip: { encoding: 'gzip', bytes: gz, etag: toEtag(digest, 'gzip') },
    identity: { encoding: 'identity', bytes, etag: toEtag(digest, 'identity') },
  }
}

export function toDigest(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

const etagSuffixes = { br: '-br', gzip: '-gz', identity: '' } as const

/** A strong tag names the exact bytes, so each encoding has its own (RFC 9110, 8.8.3). */
export function toEtag(digest: string, encoding: Encoding): string {
  return `"${digest}${etagSuffixes[encoding]}"`
}

/** The encodings that a client accepts, apart from identity. */
export type AcceptedEncodings = { readonly br: boolean; readonly gzip: boolean }

export function parseAcceptEncoding(header: string | undefined): AcceptedEncodings {
  const offers = (header ?? '')
    .split(',')
    .map((offer) => offer.trim().toLowerCase())
    .filter((offer) => !/;\s*q=0(\.0*)?$/.test(offer))
    .map((offer) => offer.split(';', 1)[0]?.trimEnd())
  return { br: offers.includes('br'), gzip: offers.includes('gzip') }
}

/** The best encoding that a request's Accept-Encoding allows. */
export function chooseEncoding(header: string | undefined): Encoding {
  return toBestEncoding(parseAcceptEncoding(header))
}

/** The smallest representation of a snapshot that the client accepts. */
export function negotiate(snapshot: Snapshot, accepted: AcceptedEncodings): Representation {
  return snapshot[toBestEncoding(accepted)]
}

function toBestEncoding({ br, gzip }: AcceptedEncodings): Encoding {
  if (br) return 'br'
  return gzip ? 'gzip' : 'identity'
}

/** Whether If-None-Match lists this ETag. Weak comparison, as for GET (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
