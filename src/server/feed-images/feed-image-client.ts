import { FeedError } from '../feed/feed-error.ts'
import { feedUserAgent, readBytes } from '../feed/json-request.ts'

export type FeedImage = { readonly type: string; readonly bytes: Buffer }

export type FeedImageLimits = {
  /** For the whole response, headers and body. */
  readonly deadlineMs: number
  readonly maxBytes: number
}

/** Formats that cannot contain script. SVG can, so it is refused. */
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Fetches one picture. Throws `FeedError`. Redirects are not followed (docs/security.md, 8.3). */
export async function fetchFeedImage(url: string, { deadlineMs, maxBytes }: FeedImageLimits): Promise<FeedImage> {
  const end = new AbortController()
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), end.signal])
    const headers = { accept: [...imageTypes].join(), 'user-agent': feedUserAgent }
    const response = await fetch(url, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
      throw new FeedError('unreachable', 'The picture could not be fetched.', error)
    })
    if (response.status !== 200) {
      throw new FeedError('status', `The picture's server returned ${response.status}.`, undefined, response.status)
    }
    const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(/\s*;/, 1)
    if (!imageTypes.has(type)) throw new FeedError('invalid', 'The response is not a picture.')
    return { type, bytes: await readBytes(response, maxBytes) }
  } finally {
    // Cancels the rest of a rejected response.
    end.abort()
  }
}
