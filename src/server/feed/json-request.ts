import { FeedError } from './feed-error.ts'

// The feed has refused clients that do not look like a browser.
export const feedUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const headers = { accept: 'application/json', 'accept-language': 'en-US,en;q=0.9', 'user-agent': feedUserAgent }

export type JsonLimits = {
  /** For the whole response, headers and body. */
  readonly deadlineMs: number
  /** Counted after decompression. */
  readonly maxBytes: number
  /** The subject of the error messages: "The sports feed". */
  readonly source: string
  /** Sent as a bearer token. */
  readonly token?: string | null
}

/** The JSON at an address that the operator has set. Follows no redirect. Throws `FeedError`. */
export async function getJson(url: URL, { deadlineMs, maxBytes, source, token }: JsonLimits): Promise<unknown> {
  const deadline = AbortSignal.timeout(deadlineMs)
  const end = new AbortController()
  try {
    const signal = AbortSignal.any([deadline, end.signal])
    const response = await fetch(url, {
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => {
      throw new FeedError('unreachable', `${source} could not be reached.`, error)
    })
    requireJsonResponse(response, source)
    return parseJson(new TextDecoder().decode(await readBytes(response, maxBytes, source)), source)
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new FeedError('timeout', `${source} did not respond within ${deadlineMs} ms.`, error)
  } finally {
    // Cancels the rest of a rejected response.
    end.abort()
  }
}

function requireJsonResponse({ status, headers: received, type }: Response, source: string): void {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new FeedError('redirect', `${source} returned a redirect, which is not followed.`)
  }
  if (status !== 200) {
    throw new FeedError('status', `${source} returned status ${status}.`, undefined, status)
  }
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(received.get('content-type') ?? '')) {
    throw new FeedError('not-json', `${source} returned a response that is not JSON.`)
  }
}

/** Limits the decompressed size, which stops a decompression bomb. Throws `FeedError`. */
export async function readBytes(response: Response, maxBytes: number, source = 'The sports feed'): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) {
        throw new FeedError('too-large', `The response from ${lowerFirst(source)} is larger than ${maxBytes} bytes.`)
      }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof FeedError) throw error
    throw new FeedError('cut-short', `The response from ${lowerFirst(source)} was cut off.`, error)
  }
  return Buffer.concat(chunks)
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
