import { readLimitedBody } from '#server/platform/http-client/limited-body.ts'
import { parseRetryAfter } from '#server/platform/http-client/retry-after.ts'
import { FeedError, refusals } from './feed-error.ts'

type RequestLimits = {
  /** The time limit of a whole response, headers and body. */
  readonly deadlineMs: number
  /** Counted after decompression. */
  readonly maxBytes: number
  /** The subject of the error messages: "The sports feed". */
  readonly source: string
  /** The `User-Agent` header; omitted: the name of the runtime. */
  readonly userAgent?: string
  /** The bearer token of the request. */
  readonly token?: string | null
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json$/

/** The JSON at an address that the operator has set. Throws `FeedError`. */
export async function getJson(url: URL, limits: RequestLimits): Promise<unknown> {
  const isJson = (type: string) => jsonType.test(type)
  const { bytes } = await getBytes(url, { ...limits, what: 'JSON', accept: 'application/json', isAccepted: isJson })
  return parseJson(new TextDecoder().decode(bytes), limits.source)
}

type BytesOptions = RequestLimits & {
  readonly what: 'JSON' | 'a picture'
  readonly accept: string
  /** Gets the media type in lower case. */
  readonly isAccepted: (type: string) => boolean
}

/** Follows no redirect. Throws `FeedError`. */
export async function getBytes(
  url: URL,
  { deadlineMs, maxBytes, source, userAgent, token, what, accept, isAccepted }: BytesOptions,
): Promise<{ type: string; bytes: Buffer }> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const end = new AbortController()
  try {
    const signal = AbortSignal.any([deadline, end.signal])
    const headers = {
      accept,
      ...(userAgent && { 'user-agent': userAgent }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(url, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
      throw new FeedError('unreachable', `${source} could not be reached.`, error)
    })
    requireOk(response, source)
    const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(/\s*;/, 1)
    if (!isAccepted(type)) throw new FeedError('not-json', `${source} returned a response that is not ${what}.`)
    return { type, bytes: await readBytes(response, maxBytes, source) }
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new FeedError('timeout', `${source} did not respond within ${deadlineMs} ms.`, error)
  } finally {
    // Cancels the rest of a rejected response.
    end.abort()
  }
}

const refusalTexts = {
  refused: 'refuses the requests of this server',
  missing: 'has nothing at this address',
  throttled: 'has been asked too often',
} as const

function requireOk({ status, headers: received, type }: Response, source: string): void {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new FeedError('redirect', `${source} returned a redirect, which is not followed.`)
  }
  if (status !== 200) {
    const kind = refusals[status]
    const sentence = kind === undefined ? `returned status ${status}` : `${refusalTexts[kind]} (status ${status})`
    const retryAfterMs = parseRetryAfter(received.get('retry-after'))
    throw new FeedError('status', `${source} ${sentence}.`, undefined, status, retryAfterMs)
  }
}

/** The limit stops a decompression bomb. Throws `FeedError`. */
async function readBytes(response: Response, maxBytes: number, source: string): Promise<Buffer> {
  const { bytes, isWhole } = await readLimitedBody(response, maxBytes).catch((error: unknown) => {
    throw new FeedError('cut-short', `The response from ${lowerFirst(source)} was cut off.`, error)
  })
  if (isWhole) return bytes
  throw new FeedError('too-large', `The response from ${lowerFirst(source)} is larger than ${maxBytes} bytes.`)
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FeedError('not-json', `The response from ${lowerFirst(source)} is not valid JSON.`, error)
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
