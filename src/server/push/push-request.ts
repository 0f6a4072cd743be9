import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { HandOver } from '../outbox/outbox-channel.ts'
import { waitForConnection } from '../outbox/wait-for-connection.ts'

export type PushResponse = { status: number; retryAfter: string | undefined }

const deadlineMs = 15_000

/**
 * Sends a body once. `handOver` is called once connected, right before the first byte of the request. Follows no
 * redirects, and ignores the response body.
 */
export async function postPush(
  url: URL,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: Buffer },
  handOver: HandOver,
): Promise<PushResponse> {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = open(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
    // A connection that the other side has just closed would fail after the hand-over.
    agent: false,
    signal: AbortSignal.timeout(deadlineMs),
  })
  try {
    const response = readResponse(request)
    await Promise.race([waitForConnection(request), response])
    await handOver(() => request.end(body))
    const { statusCode = 0, headers: received } = await response
    return { status: statusCode, retryAfter: received['retry-after'] }
  } finally {
    request.destroy()
  }
}

function readResponse(request: ClientRequest): Promise<IncomingMessage> {
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    // The listener stays, because destroying the request may emit another error.
    request.on('error', reject)
  })
  response.catch(() => {})
  return response
}
