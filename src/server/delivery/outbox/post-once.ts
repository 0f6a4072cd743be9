import { readLimitedBody } from '#server/platform/http-client/limited-body.ts'
import { parseRetryAfter } from '#server/platform/http-client/retry-after.ts'
import { DeliveryError } from './outbox-channel.ts'

/** `text`: the start of the body. `retryAfterMs`: from `Retry-After`. */
export type PostResponse = Awaited<ReturnType<typeof postOnce>>

type Post = { readonly headers: Readonly<Record<string, string>>; readonly body: string | Buffer<ArrayBuffer> }

const deadlineMs = 10_000
const maxBodyBytes = 16 * 1024

/**
 * Posts a body and resolves with the response, whatever its status. Follows no redirects and sends no credentials. Throws a
 * `DeliveryError`.
 */
export async function postOnce(url: URL, { headers, body }: Post) {
  const signal = AbortSignal.timeout(deadlineMs)
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    const { bytes } = await readLimitedBody(response, maxBodyBytes)
    const text = bytes.toString('utf8').slice(0, maxBodyBytes)
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'))
    return { status: response.status, headers: response.headers, text, retryAfterMs }
  } catch (error) {
    const reason = signal.aborted ? 'The service did not respond in time.' : 'The service could not be reached.'
    throw new DeliveryError(reason, { kind: 'later' }, error)
  }
}
